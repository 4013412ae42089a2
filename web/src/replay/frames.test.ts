import { expect, test } from 'vitest';
import type { Replay } from '../protocol/protocol';
import { steps } from '../table/steps.support';
import { startOfTurn, trailTo, turnMarks, viewsOf } from './frames';

const REPLAY: Replay = {
  game: 'polar-dare',
  options: {},
  names: ['Red', 'Blue'],
  view: { seat: 1 },
  log: steps('1 roll', '* P2', '1 hop start a1', '2 roll').map((entry) => ({ ...entry, turn: entry.at === 3 ? 1 : 0 })),
  courses: [],
  changes: [{}, { left: 2 }, { left: null, seat: 2 }, {}],
};

test('view n stands after n steps', () => {
  expect(viewsOf(REPLAY)).toEqual([{ seat: 1 }, { seat: 1 }, { seat: 1, left: 2 }, { seat: 2 }, { seat: 2 }]);
});

const wordsTo = (step: number) => trailTo(REPLAY, step).map(({ words }) => words);

test('trails are those of the turn', () => {
  expect(wordsTo(3)).toEqual(['roll', 'P2', 'hop start a1']);
  expect(wordsTo(4)).toEqual(['roll']);
  expect(wordsTo(0)).toEqual([]);
});

test('turns have a beginning', () => {
  expect(startOfTurn(REPLAY, 1)).toBe(3);
  expect(startOfTurn(REPLAY, 7)).toBe(4);
  expect(turnMarks(REPLAY)).toEqual([0.75]);
});
