import { expect, test } from 'vitest';
import { marks } from './trail';

test('each place has one mark, that of the last step', () => {
  const found = marks([
    { events: [{ event: 'broke', seat: 1, space: 'h2h1.1', number: 3, points: 4 }] },
    { events: [{ event: 'moved', seat: 1, ship: 4, from: 'h1', to: 'h2h1.1' }] },
    { events: [{ event: 'ended', seat: 1, points: 4 }] },
    { events: [{ event: 'broke', seat: 2, space: 'h2h1.2', number: 1, points: 6 }] },
  ]);
  expect(found).toEqual([
    { kind: 'moved', place: 'h2h1.1', seat: 1, age: 1 },
    { kind: 'broken', place: 'h2h1.2', seat: 2, age: 0 },
  ]);
});
