import { expect, test } from 'vitest';
import { layoutFor } from './layout';

test('every screen has a layout that was drawn for it', () => {
  const sizes = {
    phone: [360, 640],
    sideways: [640, 360],
    tablet: [768, 1024],
    laptop: [1366, 768],
    wide: [1920, 1080],
  };
  for (const [layout, [width, height]] of Object.entries(sizes)) expect(layoutFor(width!, height!)).toBe(layout);
});

test('a zoomed laptop is a phone held sideways, and then one held upright', () => {
  expect(layoutFor(1366 / 2, 768 / 2)).toBe('sideways');
  expect(layoutFor(1280 / 4, 1024 / 4)).toBe('phone');
});
