import { beforeEach, expect, test, vi } from 'vitest';
import { isFirst, known } from './first-matches';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('three matches of a game are the first ones, however often they are looked at', () => {
  const seen = ['a', 'b', 'a', 'c', 'd', 'c', 'e'].map((code) => isFirst('polar-dare', code));
  expect(seen).toEqual([true, true, true, true, false, true, false]);
  expect(isFirst('polar-roller', 'd')).toBe(true);
});

test('whoever closes it knows the game', () => {
  expect(isFirst('polar-dare', 'a')).toBe(true);
  known('polar-dare');
  expect(isFirst('polar-dare', 'a')).toBe(false);
  expect(isFirst('ice-breakers', 'a')).toBe(true);
});

test('what others have written there does no harm', () => {
  kept.set('polynya.first-matches', '{"polar-dare":7}');
  expect(isFirst('polar-dare', 'a')).toBe(true);
});
