import { describe, expect, test } from 'vitest';
import type { SeatInfo } from '../../protocol/protocol';
import type { FloesView } from '../../protocol/views';
import { ways } from './gestures';
import { progress, spotName } from './names';
import { odds } from './odds';
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
};
const seats = ['Red', 'Blue'].map((name, index): SeatInfo => ({
  seat: index + 1,
  name,
  holder: 'person',
  player: name,
  yours: index === 0,
  present: true,
  abandoned: false,
  adds: true,
}));
const choices = ['hop c1 c2', 'slide c1 s', 'slide b1 n'].map((words, number) => ({
  seat: 1,
  number,
  words,
  label: words,
  draws: false,
  action: floesAction(words),
}));

describe('cells are read aloud', () => {
  const all = ways(view, choices);
  const read = (spot: string): string => spotName(view, seats, all, undefined, spot);

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
    const name = spotName(view, seats, all, { at: 'c1', mover: 'outbound' }, 'c2');
    expect(name).toContain('can be reached, but the penguin would swim back to START');
  });

  test('a floe that drifted says its lane', () => {
    const drifted = { ...view, floes: { ...view.floes, a2: [1, 3] as [number, number] } };
    expect(spotName(drifted, seats, [], undefined, 'a2')).toBe('a2, lane b, row 3, ice floe');
  });
});

test('the odds of both dice', () => {
  expect(odds({}).map(({ label, chance }) => `${label} ${chance}`)).toEqual([
    'B3 1 in 6',
    'P2 1 in 6',
    'P3 1 in 3',
    'P4 1 in 3',
  ]);
  expect(odds({ polar_bear_alert: true }).map(({ label, chance }) => `${label} ${chance}`)).toEqual([
    'B3 1 in 6',
    'B4 1 in 12',
    'P2 1 in 6',
    'P3 1 in 3',
    'P4 1 in 4',
  ]);
});

test('progress counts the way back where there is one', () => {
  expect(progress(view, 1)).toEqual([0, 0.4, 1]);
  expect(progress({ ...view, homesick: true, penguins: { 1: ['home', 'north~', 'c1~'] } }, 1)).toEqual([0.5, 0.8, 1]);
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
