import { expect, test } from 'vitest';
import { cells, spokenRow } from './tracker';

test('a new tracker is empty', () => {
  expect(cells('', 12)).toEqual(Array.from({ length: 12 }, () => ['', '', '']));
});

test('rounds stand in their rows, and what is not chosen yet is empty', () => {
  expect(cells('253 41-', 3)).toEqual([
    ['2', '5', '3'],
    ['4', '1', ''],
    ['', '', ''],
  ]);
});

test('a row is read aloud', () => {
  expect(cells('253 41-', 3).map(spokenRow)).toEqual(['2 and 5, 3 from a neighbour', '4 and 1', 'nothing yet']);
});
