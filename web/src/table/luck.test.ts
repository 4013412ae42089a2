import { beforeEach, expect, test, vi } from 'vitest';
import type { SeatInfo } from '../protocol/protocol';
import { addition, begun, hold, owed, pin } from './luck';

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

/** A table of these seats: `me` is this browser's, everything else a bot's or another person's. */
const table = (...holders: ('me' | 'person' | 'bot')[]) => ({
  seats: holders.map(
    (holder, index) =>
      ({ seat: index + 1, yours: holder === 'me', holder: holder === 'me' ? 'person' : holder }) as SeatInfo,
  ),
});

test('only the seats that are held before the match owe something', () => {
  pin('a', 'one');
  const [first, second] = [addition('a', 1), addition('a', 2)];
  hold('a', table('me', 'me'));
  expect(owed(pin('a', 'one'))).toEqual([
    [1, first],
    [2, second],
  ]);
  // The person has left the first seat, and shares the third with another device that has added.
  expect(owed(hold('a', table('person', 'me', 'me')))).toEqual([[2, second]]);
  expect(owed(null)).toEqual([]);
});

test('how the table stood before the match is remembered, and whether this browser saw it begin', () => {
  pin('a', 'one');
  expect(hold('a', table('me', 'bot', 'bot'))?.stood).toEqual({ seats: 3, bots: [2, 3], first: 'seats' });
  const asked = { ...table('me', 'bot', 'person'), first: 'asked' as const, begins: 3 };
  expect(hold('a', asked)?.stood).toEqual({ seats: 3, bots: [2], first: 'asked', begins: 3 });
  expect(pin('a', 'one').began).toBeUndefined();
  expect(begun('a')?.began).toBe(true);
  expect(pin('a', 'one')).toMatchObject({ began: true, seats: [1], stood: { bots: [2] } });
  expect(begun('never seen')).toBeNull();
});
