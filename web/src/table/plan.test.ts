import { describe, expect, test } from 'vitest';
import type { ActionWords } from '../protocol/protocol';
import type { Table } from './model';
import { actionsOf, answered, leftOf, proposed, standing, stepsAloud, type Proposal, type Reply } from './plan';
import { steps } from './steps.support';

const ann: Proposal = { id: 1, name: 'Ann', seat: 2, actions: ['sail e4', 'load c e5', 'end'], turn: 3, awaited: [1] };
const table = { turn: 3, awaited: [1], over: null } as unknown as Table;

describe('what is done falls away from the front of a plan', () => {
  test.each([
    [['1 sail e4'], ['load c e5', 'end']],
    [['1 sail e4', '1 load c e5'], ['end']],
    [['1 load c e5'], ['sail e4', 'load c e5', 'end']],
    [['* sail e4'], ['sail e4', 'load c e5', 'end']],
    [[], ['sail e4', 'load c e5', 'end']],
  ])('%j', (played, left) => {
    expect(leftOf(ann.actions, steps(...played))).toEqual(left);
  });
});

test('of the answers of a bot the newest stands', () => {
  const reply: Reply = { to: 1, seat: 2, answer: 'adopts', actions: ['end'], text: "I'll do that.", turn: 3 };
  const other: Reply = { ...reply, seat: 3, answer: 'agrees', text: "That's my plan too." };
  const later: Reply = { ...reply, to: 2, answer: 'unable', actions: [] };
  expect(answered(answered(answered([], reply), other), later)).toEqual([other, later]);
});

describe('proposals', () => {
  test('a person has one, and the newest stands first', () => {
    const bo: Proposal = { ...ann, name: 'Bo', seat: 3 };
    const again: Proposal = { ...ann, actions: ['end'] };
    expect(proposed(proposed([ann], bo), again)).toEqual([again, bo]);
  });

  test('an empty one takes it away', () => {
    expect(proposed([ann], { ...ann, actions: [] })).toEqual([]);
  });

  test('they last as long as their turn', () => {
    expect(standing([ann], table, steps('1 sail e4'))[0]?.actions).toEqual(['load c e5', 'end']);
    expect(standing([ann], { ...table, turn: 4 }, [])).toEqual([]);
    expect(standing([ann], { ...table, awaited: [2] }, [])).toEqual([]);
    expect(standing([{ ...ann, actions: ['end'] }], table, steps('1 end'))).toEqual([]);
  });

  test('they are read aloud step by step', () => {
    const dictionary: ActionWords[] = [
      { words: 'sail e4', label: 'Sail to e4', action: { action: 'sail', to: 'e4' } },
      { words: 'end', label: 'End the actions', action: { action: 'end' } },
    ];
    expect(stepsAloud(['sail e4', 'end', 'odd'], dictionary)).toBe('1, Sail to e4; 2, End the actions; 3, odd');
    expect(actionsOf(['end', 'odd', 'sail e4'], dictionary)).toEqual([{ action: 'end' }, { action: 'sail', to: 'e4' }]);
  });
});
