import { expect, test } from 'vitest';
import type { Replay } from '../protocol/protocol';
import { steps } from '../table/steps.support';
import { curvesOf, turnEnds } from './curves';

const log = [0, 0, 1, 2, 2].map((turn, at) => ({ ...steps('1 go')[0]!, at, turn }));
const REPLAY: Replay = {
  game: 'any',
  options: {},
  names: ['Red'],
  view: {},
  log,
  changes: [],
  courses: [],
};

test('a curve has a point where each turn ends', () => {
  expect(turnEnds(REPLAY)).toEqual([0, 2, 3, 5]);
});

test('heights are parts of the most, or of the highest value', () => {
  const values = [4, 5, 6, 7, 12, 8];
  const courses = [
    { name: 'degrees', most: 20, values },
    { name: 'points', seat: 1, values },
  ];
  const [bound, free] = curvesOf({ ...REPLAY, courses });
  expect(bound?.points).toEqual([
    { step: 0, height: 0.2 },
    { step: 2, height: 0.3 },
    { step: 3, height: 0.35 },
    { step: 5, height: 0.4 },
  ]);
  expect(free?.points.at(-1)).toEqual({ step: 5, height: 1 });
  expect([bound?.name, free?.name, free?.seat]).toEqual(['degrees', 'Red', 1]);
});
