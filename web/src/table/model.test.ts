import { expect, test } from 'vitest';
import type { SeatInfo, Welcome } from '../protocol/protocol';
import { heard, ownSeats, takenBack, welcomed } from './model';
import { resultWords, turnWords } from './words';

const seat = (seat: number, colour: string, yours: boolean): SeatInfo => ({
  seat,
  colour,
  holder: yours ? 'person' : 'bot',
  name: yours ? 'Guest Puffin' : 'greedy',
  yours,
  present: true,
  abandoned: false,
});

const WELCOME: Welcome = {
  code: 'kiwi-fjord',
  game: 'polar-dare',
  options: {},
  seats: { n: 4, phase: 'playing', seats: [seat(1, 'Red', true), seat(2, 'Blue', false)], watchers: 0 },
  host: true,
  takebacks: 'consent',
  n: 4,
  steps: 2,
  log: [
    { at: 0, turn: 0, step: '1 roll', told: [] },
    { at: 1, turn: 0, step: '* P3', told: ['Red rolls Penguin 3.'] },
  ],
  chat: [],
  view: { seat: 1, left: 3 },
  choices: [{ seat: 1, legal: [1, 2] }],
  awaited: [1],
  turn: 0,
  commitment: 'ab',
};
const table = welcomed(WELCOME);

test('a step changes the view, the log, the choices and whose turn it is', () => {
  const next = heard(table, {
    step: { n: 5, steps: ['1 hop start a1'], told: ['Red hops.'], view: { left: 2 }, awaited: [2], turn: 1 },
  });
  expect(next).toMatchObject({ steps: 3, turn: 1, awaited: [2], choices: [], view: { seat: 1, left: 2 } });
  expect(next.log.at(-1)).toEqual({ at: 2, turn: 0, step: '1 hop start a1', told: ['Red hops.'] });
  expect(turnWords(next)).toBe('greedy (Blue)’s turn');
});

test('what is told of several steps stands at the last one', () => {
  const next = heard(table, { step: { n: 5, steps: ['1 roll', '* P2'], told: ['Red rolls.'], view: {} } });
  expect(next.log.slice(2).map(({ told }) => told)).toEqual([[], ['Red rolls.']]);
});

test('taking back shortens the log', () => {
  const update = { n: 5, back: 1, view: { left: null }, choices: [{ seat: 1, legal: [0] }] };
  expect(takenBack(table, update)).toEqual(['* P3']);
  const next = heard(table, { step: update });
  expect(next).toMatchObject({ steps: 1, view: { seat: 1 } });
  expect(next.log.length).toBe(1);
});

test('the end of a match ends the phase', () => {
  const next = heard(table, { step: { n: 5, view: {}, over: { winners: [1], scores: [3, 1] } } });
  expect(next.seats.phase).toBe('over');
  expect(resultWords(next, false)).toBe('You have won!');
  expect(resultWords(next, true)).toBe('You all have won!');
});

test('the viewer knows their seats and their turn', () => {
  expect([...ownSeats(table)]).toEqual([1]);
  expect(turnWords(table)).toBe('Your turn');
});

test('what was taken back has its line, and steps of others that stay keep theirs', () => {
  const both = heard(heard(table, { step: { n: 5, steps: ['1 done'], told: ['Red is done.'], view: {} } }), {
    step: { n: 6, steps: ['2 done'], told: ['Blue is done.'], view: {} },
  });
  const back = { n: 7, back: 2, steps: ['2 done'], told: ['Red takes back a step.'], view: {} };
  expect(takenBack(both, back)).toEqual(['1 done']);
  const after = heard(both, { step: back });
  expect(after.log.slice(2)).toEqual([{ at: 2, turn: 0, step: '2 done', told: ['Blue is done.'] }]);
  expect(after.backs).toEqual([{ at: 2, turn: 0, text: 'Red takes back a step.' }]);
});
