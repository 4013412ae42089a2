import { expect, test } from 'vitest';
import { sign as floes } from '../games/floes/story';
import { sign as roller } from '../games/polar_roller/story';
import type { SignOf } from '../games/signs';
import type { GameEvent } from '../protocol/events';
import type { LogEntry } from '../protocol/protocol';
import { lastLines, storyLines, tracesOf } from './story';

const step = (at: number, turn: number, seat: number | undefined, ...events: object[]): LogEntry => ({
  at,
  turn,
  ...(seat === undefined ? {} : { seat }),
  words: '',
  told: events.map((_, index) => `${at}.${index}`),
  events: events as GameEvent[],
});
const log: LogEntry[] = [
  step(0, 0, 1),
  step(1, 0, undefined, { event: 'rolled', seat: 1, label: 'P2' }),
  step(2, 0, 1, { event: 'hopped', seat: 1, from: 'start', to: 'a1', home: false }),
  step(3, 0, 1, { event: 'hopped', seat: 1, from: 'start', to: 'a1', home: false }, { event: 'turn_of', seat: 2 }),
  step(4, 1, 2),
  step(5, 1, undefined, { event: 'rolled', seat: 2, label: 'B3' }),
  step(
    6,
    1,
    2,
    { event: 'bear_stepped', seat: 2, bear: '1', from: 'north', to: 'a4' },
    { event: 'sent_home', seat: 1, floe: 'a4', count: 1 },
  ),
];

test('a turn is a line: the die, the moves, what became of whom', () => {
  const lines = storyLines(log, false, floes as SignOf<GameEvent>);
  expect(lines.map(({ seat, from, to }) => [seat, from, to])).toEqual([
    [1, 1, 4],
    [2, 5, 7],
  ]);
  expect(lines[0]!.signs.map(({ picture, text, times }) => `${picture} ${text} ${times}`)).toEqual([
    'die P2 1',
    'penguin a1 2',
  ]);
  expect(lines[1]!.signs.map(({ picture, tone }) => `${picture} ${tone}`)).toEqual([
    'die bear',
    'bear undefined',
    'swim undefined',
  ]);
  expect(lines[1]!.told).toEqual(['5.0', '6.0', '6.1']);
});

test('the line that is being told grows with it', () => {
  const lines = storyLines(log.slice(0, 6), false, floes as SignOf<GameEvent>);
  expect(lines.at(-1)!.signs.length).toBe(1);
});

test('where all act at the same time a line belongs to whoever did it', () => {
  const round = [
    step(
      0,
      0,
      undefined,
      { event: 'polar_dice', seat: 1, dice: [1, 2] },
      { event: 'polar_dice', seat: 2, dice: [3, 3] },
    ),
    step(1, 0, 2, { event: 'orca', seat: 2, pool: 'a', number: 4, borrowed: false }),
    step(2, 0, 1, { event: 'bear', seat: 1, glacier: 'B', number: 6, borrowed: false }),
  ];
  const lines = storyLines(round, true, roller as SignOf<GameEvent>);
  expect(lines.map(({ seat, signs }) => [seat, signs.map(({ picture }) => picture).join()])).toEqual([
    [2, 'die,orca'],
    [1, 'die,bear'],
  ]);
});

test('what is shown begins after the own turn, or with the last turn of each seat', () => {
  const lines = [1, 2, 1, 2, 3, 2, 3].map((seat, turn) => ({
    key: `${turn}`,
    seat,
    turn,
    signs: [],
    from: 0,
    to: 0,
    told: [],
  }));
  expect(lastLines(lines, new Set([1]), 3).map(({ turn }) => turn)).toEqual([3, 4, 5, 6]);
  expect(lastLines(lines, new Set([3]), 3).map(({ turn }) => turn)).toEqual([4, 5, 6]);
});

test('traces are numbered turn by turn, and name whoever was there last', () => {
  const slide = { event: 'slid', seat: 2, floe: 'a1', to: 'n' };
  const traces = tracesOf([...log, step(7, 1, 2, slide)], floes as SignOf<GameEvent>);
  expect(traces).toEqual([
    { place: 'a1', seat: 2, orders: [2] },
    { place: 'a4', seat: 2, orders: [1] },
    { place: 'start', orders: [] },
  ]);
  expect(tracesOf(log.slice(0, 4), floes as SignOf<GameEvent>)).toEqual([{ place: 'a1', seat: 1, orders: [1, 2] }]);
});

test('where all act at the same time every seat keeps its last line', () => {
  const both = [
    step(0, 0, undefined, { event: 'glacier_die', seat: 1, shapes: ['t', 'z'] }),
    step(1, 0, 1, { event: 'melted', seat: 1, glacier: 'at' }),
    step(2, 0, 2, { event: 'melted', seat: 2, glacier: 'bz' }),
    step(3, 0, 3, { event: 'melted', seat: 3, glacier: 'cz' }),
    step(4, 1, undefined, { event: 'glacier_die', seat: 2, shapes: ['z', 'z'] }),
    step(5, 1, 1, { event: 'melted', seat: 1, glacier: 'ct' }),
  ];
  const lines = storyLines(both, true, roller as SignOf<GameEvent>);
  const shown = lastLines(lines, new Set([1]), 3, true);
  expect(shown.map(({ seat, turn }) => [seat, turn])).toEqual([
    [2, 0],
    [3, 0],
    [2, 1],
    [1, 1],
  ]);
});
