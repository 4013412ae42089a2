import { expect, test } from 'vitest';
import { OUTLINES, seatLetter, seatMark } from './seats';

test('twelve seats have twelve shapes', () => {
  const shapes = Array.from({ length: 12 }, (_, index) => seatMark(index + 1).shape);
  expect(new Set(shapes).size).toBe(12);
  expect(Object.keys(OUTLINES).toSorted()).toEqual(shapes.toSorted());
});

test('a letter is the initial of the colour if no other seat has it', () => {
  expect(seatLetter(2, ['Red', 'Blue', 'Green'])).toBe('B');
  expect(seatLetter(2, ['Blue', 'Black', 'Green'])).toBe('B');
  expect(seatLetter(3, ['Blue', 'Black', 'Green'])).toBe('C');
});
