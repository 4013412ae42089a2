import { expect, test } from 'vitest';
import type { Replay } from '../protocol/protocol';
import { curvesOf, turnEnds } from './curves';
import { viewsOf } from './frames';

const frame = (turn: number, heat: number) => ({ step: '1 go', turn, told: [], view: { heat } });
const REPLAY: Replay = {
  game: 'any',
  options: {},
  colours: ['Red'],
  view: { heat: 4 },
  frames: [frame(0, 5), frame(0, 6), frame(1, 7), frame(2, 12), frame(2, 8)],
};

test('a curve has a point where each turn ends', () => {
  expect(turnEnds(REPLAY)).toEqual([0, 2, 3, 5]);
});

test('heights are parts of the most, or of the highest value', () => {
  const heat = (view: Record<string, unknown>) => view.heat as number;
  const [bound] = curvesOf(REPLAY, viewsOf(REPLAY), (view) => [{ name: 'degrees', value: heat(view), most: 20 }]);
  expect(bound?.points.map(({ value, height }) => [value, height])).toEqual([[4, 0.2], [6, 0.3], [7, 0.35], [8, 0.4]]);
  const [free] = curvesOf(REPLAY, viewsOf(REPLAY), (view, [name = '']) => [{ name, seat: 1, value: heat(view) }]);
  expect(free?.points.at(-1)).toEqual({ step: 5, value: 8, height: 1 });
  expect([free?.name, free?.seat]).toEqual(['Red', 1]);
});
