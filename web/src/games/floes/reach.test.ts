import { expect, test } from 'vitest';
import type { SeatInfo } from '../../protocol/protocol';
import type { FloesView } from '../../protocol/views';
import { forecast, reach } from './reach';

const view: FloesView = {
  height: 4,
  floes: { a1: [0, 1], b1: [1, 1], c1: [2, 2], d1: [3, 1], a2: [0, 3], b2: [1, 4], c2: [2, 3], d2: [3, 3] },
  penguins: { 1: ['c1', 'north', 'start'], 2: ['d2', 'd2', 'a1'] },
  bears: ['c2'],
  seat: 1,
  stage: 'move',
  die: 'B3',
  left: 3,
};
const seats = ['Red', 'Blue'].map((name, index) => ({ seat: index + 1, name }) as SeatInfo);

test('a bear walks from ice to ice that touches', () => {
  expect(Object.fromEntries(reach(view, 'c2'))).toEqual({ c1: 1, d2: 1 });
  expect(Object.fromEntries(reach(view, 'north'))).toEqual({ b2: 1 });
});

test('the penguins in its reach are told, the nearest first', () => {
  expect(forecast(view, seats)).toBe(
    'The bear is on c2. As the ice lies it walks to Red on c1 in 1 step, Blue on d2 in 1 step.',
  );
  expect(forecast({ ...view, bears: ['b2'] }, seats)).toContain('can walk to no penguin');
});
