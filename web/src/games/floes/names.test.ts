import { describe, expect, test } from 'vitest';
import type { FloesView } from '../../protocol/views';
import { ways } from './gestures';
import { spotName } from './names';
import { floesAction } from '../../table/actions.support';
import { marks } from './trail';
import { middle } from './layout';

const view: FloesView = {
  height: 4,
  floes: { a1: [0, 1], b1: [1, 1], c1: [2, 2], d1: [3, 1], a2: [0, 3], b2: [1, 4], c2: [2, 3], d2: [3, 3] },
  penguins: { 1: ['c1', 'north', 'start'], 2: ['b1', 'start', 'start'] },
  bears: ['c2'],
  seat: 1,
  stage: 'move',
  die: 'P3',
  left: 2,
  journey: 5,
  progress: { 1: [0, 2, 5], 2: [0, 0, 1] },
  names: ['Red', 'Blue'],
  start: 'START',
};
const choices = ['hop c1 c2', 'slide c1 s', 'slide b1 n'].map((words, number) => ({
  seat: 1,
  number,
  words,
  label: words,
  draws: false,
  action: floesAction(words),
  ...(words === 'hop c1 c2' ? { warning: { action: number, text: 'meets the bear and swims back' } } : {}),
}));

describe('cells are read aloud', () => {
  const all = ways(view, choices);
  const read = (spot: string): string => spotName(view, all, undefined, spot);

  test('with who stands there and what can be done', () => {
    expect(read('b1')).toBe('b1, row 1, ice floe, Blue penguin; can slide north');
    expect(read('c1')).toBe('c1, row 2, ice floe, Red penguin; your penguin can step, can slide south');
    expect(read('c2')).toBe('c2, row 3, ice floe, polar bear');
    expect(read('water b2')).toBe('lane b, row 2, open water; b1 can slide here');
    expect(read('start')).toBe('START, Red penguin, 2 Blue penguins');
    expect(read('north')).toBe('North Pole, Red penguin home');
    expect(read('die 1')).toBe('Die, Penguin 3, 2 moves left');
  });

  test('and with what the selection can reach', () => {
    const name = spotName(view, all, { at: 'c1', mover: 'outbound' }, 'c2');
    expect(name).toContain('can be reached, meets the bear and swims back');
  });

  test('a floe that drifted says its lane', () => {
    const drifted = { ...view, floes: { ...view.floes, a2: [1, 3] as [number, number] } };
    expect(spotName(drifted, [], undefined, 'a2')).toBe('a2, lane b, row 3, ice floe');
  });
});

test('a trail remembers where the ice lay', () => {
  const [hop, slide] = marks(view, [
    { events: [{ event: 'rolled', seat: 1, label: 'P3' }] },
    { events: [{ event: 'hopped', seat: 1, from: 'c1', to: 'd1', home: false }] },
    { events: [{ event: 'slid', seat: 1, floe: 'c1', to: 'n' }] },
  ]);
  expect(hop?.from).toEqual(middle(view, 2, 1));
  expect(slide).toMatchObject({ kind: 'slide', from: middle(view, 2, 1), to: middle(view, 2, 2), age: 0 });
});
