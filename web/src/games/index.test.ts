import { expect, test } from 'vitest';
import { isDrawn } from '.';

test('every folder with a game.ts draws its games', () => {
  const drawn = ['polar-dare', 'piecepack-dare', 'rescue-polar-bears', 'polar-roller', 'ice-breakers'];
  expect(drawn.filter((game) => !isDrawn(game))).toEqual([]);
  expect(isDrawn('tic-tac-toe')).toBe(false);
});
