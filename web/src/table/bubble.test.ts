import { expect, test } from 'vitest';
import { bubbleAt, roomFor } from './bubble';

const WINDOW = { width: 360, height: 640 };
const ROOM = { left: 0, top: 0, right: 360, bottom: 640 };
const SIZE = { width: 200, height: 80 };

test('a bubble stands above what it speaks of and points at it', () => {
  const found = bubbleAt({ left: 100, right: 140, top: 300, bottom: 340 }, SIZE, ROOM);
  expect(found).toEqual({ x: 20, y: 208, side: 'above', tail: 100 });
});

test('without room above it stands below, and never leaves its room', () => {
  const corner = bubbleAt({ left: 330, right: 356, top: 10, bottom: 40 }, SIZE, ROOM);
  expect(corner).toEqual({ x: 152, y: 52, side: 'below', tail: 184 });
  for (const room of [ROOM, { left: 20, top: 48, right: 350, bottom: 460 }]) {
    for (let left = room.left; left < room.right; left += 30) {
      for (let top = room.top; top < room.bottom; top += 40) {
        const { x, y } = bubbleAt({ left, right: left + 20, top, bottom: top + 20 }, SIZE, room);
        expect(x).toBeGreaterThanOrEqual(room.left + 8);
        expect(y).toBeGreaterThanOrEqual(room.top + 8);
        expect(x + SIZE.width).toBeLessThanOrEqual(room.right - 8);
        expect(y + SIZE.height).toBeLessThanOrEqual(room.bottom - 8);
      }
    }
  }
});

test('what speaks of no place stands free, over the board', () => {
  const board = { left: 0, top: 48, right: 300, bottom: 460 };
  expect(bubbleAt(undefined, SIZE, roomFor(undefined, SIZE, board, WINDOW))).toMatchObject({ side: 'free', x: 50 });
});

test('the room is the board for what lies on it, and the window where the board is too small or the thing is elsewhere', () => {
  const board = { left: 0, top: 48, right: 360, bottom: 460 };
  const place = { left: 160, right: 200, top: 60, bottom: 100 };
  expect(roomFor(place, SIZE, board, WINDOW)).toEqual(board);
  expect(bubbleAt(place, SIZE, board).side).toBe('below');
  expect(roomFor(place, { width: 200, height: 420 }, board, WINDOW)).toEqual(ROOM);
  expect(roomFor({ ...place, top: 500, bottom: 540 }, SIZE, board, WINDOW)).toEqual(ROOM);
  // What hangs out of the window is not seen.
  expect(roomFor(place, SIZE, { ...board, left: -50, bottom: 900 }, WINDOW)).toEqual({ ...board, bottom: 640 });
});
