import { beforeEach, expect, test, vi } from 'vitest';
import { addition, pin } from './luck';

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
