import { expect, test } from 'vitest';
import { merged } from './patch';

test('a patch adds, changes and removes', () => {
  expect(merged({ a: 1, b: 2 }, { b: 3, c: 4 })).toEqual({ a: 1, b: 3, c: 4 });
  expect(merged({ a: 1, b: 2 }, { a: null })).toEqual({ b: 2 });
});

test('objects are merged, lists are replaced', () => {
  const view = { floes: { a1: [0, 1], a2: [0, 3] }, bears: ['north'] };
  expect(merged(view, { floes: { a2: [0, 4] }, bears: ['b4'] })).toEqual({
    floes: { a1: [0, 1], a2: [0, 4] },
    bears: ['b4'],
  });
  expect(merged({ a: [1] }, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } });
});

test('nothing that was given is changed, and what stays is shared', () => {
  const view = { floes: { a1: [0, 1] }, seat: 1 };
  const next = merged(view, { seat: 2 });
  expect(view).toEqual({ floes: { a1: [0, 1] }, seat: 1 });
  expect(next.floes).toBe(view.floes);
});
