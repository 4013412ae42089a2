import { expect, test } from 'vitest';
import { curvesOf } from './curves';

const values = [4, 5, 6, 7, 12, 8];

test('heights are parts of the most, or of the highest value, and agree with the numbers at every stop', () => {
  const courses = [
    { name: 'degrees', most: 20, values },
    { name: 'points', seat: 1, values },
    { name: 'points', seat: 2, values: [0, 0, 0, 0, 16, 3] },
  ];
  const [degrees, points] = curvesOf({ courses, names: ['Red', 'Blue'] }, [0, 2, 4, 5]);
  expect(degrees).toMatchObject({ name: 'degrees', top: 20, curves: [{ name: 'degrees', values: [4, 6, 12, 8] }] });
  expect(degrees!.curves[0]!.heights).toEqual([0.2, 0.3, 0.6, 0.4]);
  expect(points).toMatchObject({ name: 'points', top: 16 });
  expect(points!.curves.map(({ name, seat, heights }) => [name, seat, heights.at(-1)])).toEqual([
    ['Red', 1, 0.5],
    ['Blue', 2, 3 / 16],
  ]);
});
