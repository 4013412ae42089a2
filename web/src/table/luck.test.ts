import { beforeEach, expect, test, vi } from 'vitest';
import { addition, hold, owed, pin } from './luck';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('the first commitment stays, and an exchange is never forgotten', () => {
  expect(pin('a', 'one')).toEqual({ commitment: 'one', additions: {} });
  expect(pin('a', 'one').exchanged).toBeUndefined();
  expect(pin('a', 'two').exchanged).toBe('two');
  expect(pin('a', 'one').exchanged).toBe('two');
  expect(pin('b', 'two').exchanged).toBeUndefined();
  expect(pin('c', 'one', true).late).toBe(true);
  expect(pin('b', 'two', true).late).toBeUndefined();
});

test('a seat adds the same text however often it is asked', () => {
  pin('a', 'one');
  const text = addition('a', 1);
  expect(text).toMatch(/^[0-9a-f]{32}$/);
  expect(addition('a', 1)).toBe(text);
  expect(addition('a', 2)).not.toBe(text);
  expect(pin('a', 'one').additions).toEqual({ 1: text, 2: addition('a', 2) });
});

test('only the seats that are held before the match owe something', () => {
  pin('a', 'one');
  const [first, second] = [addition('a', 1), addition('a', 2)];
  hold('a', [1, 2]);
  expect(owed(pin('a', 'one'))).toEqual([
    [1, first],
    [2, second],
  ]);
  // The person has left the first seat, and shares the third with another device that has added.
  expect(owed(hold('a', [2, 3]))).toEqual([[2, second]]);
  expect(owed(null)).toEqual([]);
});
