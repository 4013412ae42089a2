import { expect, test } from 'vitest';
import type { Replay } from '../protocol/protocol';
import { startOfTurn, trailTo, turnMarks, viewsOf } from './frames';

const REPLAY: Replay = {
  game: 'polar-dare',
  options: {},
  colours: ['Red', 'Blue'],
  view: { seat: 1 },
  frames: [
    { step: '1 roll', turn: 0, told: [], view: {} },
    { step: '* P2', turn: 0, told: ['Red rolls.'], view: { left: 2 } },
    { step: '1 hop start a1', turn: 0, told: ['Red hops.'], view: { left: null, seat: 2 } },
    { step: '2 roll', turn: 1, told: [], view: {} },
  ],
};

test('view n stands after n steps', () => {
  expect(viewsOf(REPLAY)).toEqual([{ seat: 1 }, { seat: 1 }, { seat: 1, left: 2 }, { seat: 2 }, { seat: 2 }]);
});

test('trails are those of the turn', () => {
  expect(trailTo(REPLAY, 3)).toEqual(['1 roll', '* P2', '1 hop start a1']);
  expect(trailTo(REPLAY, 4)).toEqual(['2 roll']);
  expect(trailTo(REPLAY, 0)).toEqual([]);
});

test('turns have a beginning', () => {
  expect(startOfTurn(REPLAY, 1)).toBe(3);
  expect(startOfTurn(REPLAY, 7)).toBe(4);
  expect(turnMarks(REPLAY)).toEqual([0.75]);
});
