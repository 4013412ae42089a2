import { expect, test } from 'vitest';
import type { SeatInfo } from '../protocol/protocol';
import { linesAbout } from './key-commands';

const seat = (seat: number, name: string, player: string) => ({ seat, name, player }) as SeatInfo;
const own = new Set([1]);

test('M and O tell of those who are meant, also where people are named instead of seats', () => {
  const text = 'Round 3 of 12.\nAda rolled 3 and 4.\nFlip rolled 1 and 6.';
  const seats = [seat(1, 'Seat 1', 'Ada'), seat(2, 'Seat 2', 'Flip')];
  expect(linesAbout(text, seats, own, true)).toBe('Ada rolled 3 and 4.');
  expect(linesAbout(text, seats, own, false)).toBe('Flip rolled 1 and 6.');
});

test('colours and ships are known by their names', () => {
  const text = 'Turn 4.\nRed: 1 home.\nBlue: 2 home.';
  expect(linesAbout(text, [seat(1, 'Red', 'Ada'), seat(2, 'Blue', 'Flip')], own, true)).toBe('Red: 1 home.');
});
