import { expect, test } from 'vitest';
import { bubbleAt } from './bubble';

const WINDOW = { width: 360, height: 640 };
const SIZE = { width: 200, height: 80 };

test('a bubble stands above what it speaks of and points at it', () => {
  const found = bubbleAt({ left: 100, right: 140, top: 300, bottom: 340 }, SIZE, WINDOW);
  expect(found).toEqual({ x: 20, y: 208, side: 'above', tail: 100 });
});

test('without room above it stands below, and never leaves the window', () => {
  const corner = bubbleAt({ left: 330, right: 356, top: 10, bottom: 40 }, SIZE, WINDOW);
  expect(corner).toEqual({ x: 152, y: 52, side: 'below', tail: 184 });
  for (let left = 0; left < 360; left += 30) {
    for (let top = 0; top < 640; top += 40) {
      const { x, y } = bubbleAt({ left, right: left + 20, top, bottom: top + 20 }, SIZE, WINDOW);
      expect(x).toBeGreaterThanOrEqual(8);
      expect(y).toBeGreaterThanOrEqual(8);
      expect(x + SIZE.width).toBeLessThanOrEqual(352);
      expect(y + SIZE.height).toBeLessThanOrEqual(632);
    }
  }
});

test('what speaks of no place stands free', () => {
  expect(bubbleAt(undefined, SIZE, WINDOW).side).toBe('free');
});
