import { expect, test } from 'vitest';
import type { SeatInfo } from '../protocol/protocol';
import type { Table } from './model';
import { headline, possessive, seatName, turnWords } from './words';

const seat = (seat: number, name: string, player: string, more: Partial<SeatInfo> = {}): SeatInfo => ({
  seat,
  name,
  holder: 'person',
  player,
  yours: false,
  present: true,
  abandoned: false,
  adds: true,
  ...more,
});
const me = (more: Partial<SeatInfo> = {}) => seat(1, 'Red', 'Ada', { yours: true, ...more });
const ann = (more: Partial<SeatInfo> = {}) => seat(2, 'Blue', 'Ann', more);
const flip = seat(3, 'Green', 'Flip', { holder: 'bot', bot: 'normal' });

/** A running match of these seats in which the table waits for some of them. */
function playing(seats: SeatInfo[], ...awaited: number[]): Table {
  return { seats: { phase: 'playing', seats }, awaited, over: null } as unknown as Table;
}

const says = (table: Table, prompt = '') => headline(table, prompt).text;

test('who is to act reads what the game asks', () => {
  expect(says(playing([me(), ann()], 1), 'Roll the die.')).toBe('Roll the die.');
});

test('who waits is told for whom, and when their turn comes', () => {
  expect(says(playing([me(), ann()], 2))).toBe('Ann is moving. You are next.');
  expect(says(playing([me(), ann(), flip], 2))).toBe('Ann is moving. Then Flip.');
  expect(says(playing([me(), ann(), flip], 3))).toBe('Flip is moving. You are next.');
  expect(says(playing([me(), ann({ present: false })], 2))).toBe('Waiting for Ann, who is away.');
  expect(headline(playing([me(), ann(), flip], 2, 3), '', { simultaneous: true }).text).toBe(
    'You are done. Waiting for Ann and Flip.',
  );
});

test('who watches is told whose turn it is, and nobody that they should act', () => {
  expect(says(playing([seat(1, 'Suns', 'Suns'), ann()], 1))).toBe('Watching. Suns’ turn.');
});

test('who comes back is told that a bot plays for them, even on their turn', () => {
  const table = playing([me({ cover: 'normal' }), ann()], 1);
  expect(headline(table, 'Roll the die.')).toMatchObject({ text: 'A bot plays for you.', covered: { seat: 1 } });
});

test('people and bots are called by name, seats by their colour beside it', () => {
  expect(seatName(ann())).toBe('Ann (Blue)');
  expect(seatName(seat(2, 'Seat 2', 'Flip'))).toBe('Flip');
  expect(turnWords(playing([me(), ann()], 2))).toBe('Ann’s turn');
  expect(turnWords(playing([me(), ann({ player: 'Bo' }), seat(3, 'Green', 'Bo')], 3))).toBe('Bo (Green)’s turn');
  expect(possessive('Arms')).toBe('Arms’');
});
