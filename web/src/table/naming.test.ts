import { expect, test } from 'vitest';
import type { SeatInfo } from '../protocol/protocol';
import { callings, named, withNames } from './naming';

const seat = (seat: number, name: string, player: string) => ({ seat, name, player }) as SeatInfo;

test('people are named where a game counts seats', () => {
  const names = callings([seat(1, 'Seat 1', 'Ada'), seat(2, 'Seat 2', 'Flip')]);
  expect(named("Seat 2 passes. Seat 1's turn.", names)).toBe("Flip passes. Ada's turn.");
  expect(named('Seat 12 is done.', names)).toBe('Seat 12 is done.');
});

test('colours and ships stay, and so does a number that tells two seats of one person apart', () => {
  expect(callings([seat(1, 'Red', 'Ada')])).toEqual({});
  expect(callings([seat(1, 'Seat 1', 'Ada'), seat(2, 'Seat 2', 'Ada')])).toEqual({});
});

test('what people wrote is not touched', () => {
  const message = { log: [{ told: ['Seat 1 melts a1.'] }], chat: [{ text: 'seat 1 is slow' }] };
  expect(withNames(message, { 'Seat 1': 'Ada' })).toEqual({
    log: [{ told: ['Ada melts a1.'] }],
    chat: [{ text: 'seat 1 is slow' }],
  });
});

test('seats are called by the pieces that their players have chosen, all at once', () => {
  const dressed = (seat: number, said: string, name: string) => ({ seat, said, name, player: '' }) as SeatInfo;
  const names = callings([dressed(1, 'Red', 'Blue'), dressed(2, 'Blue', 'Red'), seat(3, 'Green', 'Ada')]);
  expect(named("Red hops. It is Blue's turn, not Green's; the red die.", names)).toBe(
    "Blue hops. It is Red's turn, not Green's; the red die.",
  );
});
