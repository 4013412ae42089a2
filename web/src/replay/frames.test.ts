import { expect, test } from 'vitest';
import type { Replay } from '../protocol/protocol';
import { steps } from '../table/steps.support';
import { dealt, startOfTurn, stopsOf, trailTo, turnOf, turnStarts, viewsOf } from './frames';
import { Playback } from './playback.svelte';

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
  expect(turnStarts(REPLAY)).toEqual([0, 3]);
  expect(turnOf(REPLAY, 3)).toBe(1);
});

const told = (...sentences: string[][]) =>
  sentences.map((told, at) => ({
    at,
    turn: at > 5 ? 1 : 0,
    words: '',
    told,
    events: [],
    ...(at > 1 ? { seat: 1 } : {}),
  }));

test('it begins with the match, not with the dealing, and stops where something is told', () => {
  const log = told(['ice'], ['ships'], [], ['P2'], ['hop'], ['slide'], [], ['B3']);
  const replay = { ...REPLAY, log, changes: log.map((_, n) => ({ n })) };
  expect(dealt(replay)).toBe(2);
  expect(stopsOf(replay)).toEqual([2, 4, 5, 6, 8]);
  const playback = new Playback(replay, 0);
  expect([playback.step, playback.place, playback.last, playback.total]).toEqual([2, 0, 4, 8]);
  playback.step += 1;
  expect([playback.step, playback.told]).toEqual([4, ['P2']]);
  playback.step -= 1;
  expect(playback.step).toBe(2);
  playback.step = 7;
  expect(playback.step).toBe(8);
  playback.step = 7;
  expect(playback.step).toBe(6);
  playback.toTurn(-1);
  expect(playback.step).toBe(2);
  playback.toTurn(1);
  expect([playback.step, playback.turn]).toEqual([6, 1]);
});

test('what was not dealt begins with the first step', () => {
  expect(stopsOf({ log: told([], ['P2']).map((entry) => ({ ...entry, seat: 1 })) })).toEqual([0, 2]);
});
