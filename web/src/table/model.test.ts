import { expect, test } from 'vitest';
import type { LogEntry, SeatInfo, Welcome } from '../protocol/protocol';
import { heard, ownSeats, removed, welcomed } from './model';
import { steps } from './steps.support';
import { headline } from './ending';
import { turnWords } from './words';

const seat = (seat: number, name: string, yours: boolean): SeatInfo => ({
  seat,
  name,
  holder: yours ? 'person' : 'bot',
  player: yours ? 'Guest Puffin' : 'greedy',
  yours,
  present: true,
  abandoned: false,
  adds: true,
});

const prompt = { text: '3 moves: hop a penguin or slide a floe.', clause: '4.1' };
const WELCOME: Welcome = {
  code: 'kiwi-fjord',
  game: 'polar-dare',
  options: {},
  seats: { n: 4, phase: 'playing', seats: [seat(1, 'Red', true), seat(2, 'Blue', false)], watchers: 0, clock: 600 },
  host: true,
  takebacks: 'consent',
  n: 4,
  steps: 2,
  log: [steps('1 roll')[0]!, { ...steps('1 roll', '* P3')[1]!, told: ['Red rolls Penguin 3.'] }],
  chat: [],
  view: { seat: 1, left: 3 },
  choices: [{ seat: 1, legal: [1, 2], prompt }],
  awaited: [1],
  turn: 0,
  prompt: { text: 'Red moves.', clause: '4.1' },
  highlights: ['Pack Ice'],
  commitment: 'ab',
};
const table = welcomed(WELCOME);

/** The entries of these steps, as they stand behind so many. */
function played(at: number, ...texts: string[]): LogEntry[] {
  return steps(...texts).map((entry, index) => ({ ...entry, at: at + index, told: [`${entry.words}.`] }));
}

test('a step changes the view, the log, the choices and whose turn it is', () => {
  const entries = played(2, '1 hop start a1');
  const update = { n: 5, id: 9, entries, view: { left: 2 }, awaited: [2], turn: 1 };
  const next = heard(table, { type: 'step', update });
  expect(next).toMatchObject({ steps: 3, turn: 1, awaited: [2], choices: [], undo: [], view: { seat: 1, left: 2 } });
  expect(next.log.slice(2)).toEqual(entries);
  expect(turnWords(next)).toBe('greedy’s turn');
});

test('what may be done and taken back comes with the step', () => {
  const choices = [{ seat: 1, legal: [3], prompt }];
  const undo = [{ seat: 1, to: 2, free: true, restart: 2 }];
  const update = { n: 5, entries: played(2, '1 roll', '* P2'), view: {} };
  expect(heard(table, { type: 'step', update, choices, undo })).toMatchObject({ choices, undo, steps: 4 });
});

test('what a watcher is told stays until it changes', () => {
  expect(table).toMatchObject({ prompt: { text: 'Red moves.' }, highlights: ['Pack Ice'] });
  const same = heard(table, { type: 'step', update: { n: 5, view: {} } });
  expect(same.prompt).toEqual(table.prompt);
  const next = { text: 'Blue rolls the die.', clause: '3.1' };
  expect(heard(same, { type: 'step', update: { n: 6, view: {}, prompt: next } }).prompt).toEqual(next);
});

test('where all act at the same time, what others did is told again in its order when all are done', () => {
  const mine = heard(table, { type: 'step', update: { n: 5, entries: played(2, '1 melt bt'), view: {} } });
  const hidden = heard(mine, { type: 'step', update: { n: 6, view: {} } });
  expect(hidden).toMatchObject({ steps: 3, log: mine.log });
  const entries = played(2, '2 melt ct', '1 melt bt', '1 done', '2 done', '* dice 1 2 3');
  const told = heard(hidden, { type: 'step', update: { n: 7, from: 2, entries, view: {} } });
  expect(told.steps).toBe(7);
  expect(told.log.slice(2)).toEqual(entries);
});

test('taking back shortens the log', () => {
  const back = { seat: 1, at: 1, turn: 0, text: 'Red takes back a step.' };
  const update = { n: 5, back, view: { left: null } };
  expect(removed(table, update).map(({ words }) => words)).toEqual(['P3']);
  const next = heard(table, { type: 'step', update, choices: [{ seat: 1, legal: [0], prompt }] });
  expect(next).toMatchObject({ steps: 1, view: { seat: 1 }, takenBack: [back] });
  expect(next.log.length).toBe(1);
});

test('the end of a match ends the phase', () => {
  const next = heard(table, {
    type: 'step',
    update: { n: 5, view: {}, over: { ending: 'home', winners: [1], scores: [3, 1] } },
  });
  expect(next.seats.phase).toBe('over');
  expect(headline(next, false)).toBe('You won!');
  expect(headline(next, true)).toBe('You won together!');
});

test('the viewer knows their seats and their turn', () => {
  expect([...ownSeats(table)]).toEqual([1]);
  expect(turnWords(table)).toBe('Your turn');
});

test('what was taken back has its line, and steps of others that stay keep theirs', () => {
  const first = { n: 5, entries: played(2, '1 done'), view: {} };
  const second = { n: 6, entries: played(3, '2 done'), view: {} };
  const both = heard(heard(table, { type: 'step', update: first }), { type: 'step', update: second });
  const back = { seat: 1, at: 2, turn: 0, text: 'Red takes back a step.' };
  const update = { n: 7, back, entries: played(2, '2 done'), view: {} };
  expect(removed(both, update).map(({ seat, words }) => [seat, words])).toEqual([[1, 'done']]);
  const after = heard(both, { type: 'step', update });
  expect(after.log.slice(2)).toEqual(update.entries);
  expect(after.takenBack).toEqual([back]);
});
