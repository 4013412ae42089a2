import { beforeEach, expect, test, vi } from 'vitest';
import { beginGuide, Guide, hasGuide } from './guide.svelte';

const TIPS = ['slid', 'rolled', '4.1'].map((situation) => ({ situation, clause: '1.1', text: `About ${situation}.` }));
const steps = (...words: string[]) => words.map((event) => ({ events: [{ event }] as never }));
const said = (guide: Guide) => guide.tips.map(({ situation }) => situation);

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('each situation is explained once, in the order in which it arose', () => {
  beginGuide('abc');
  const guide = new Guide('abc', TIPS, 1);
  guide.shown(steps('slid', 'rolled', 'hopped', 'rolled'));
  guide.meets('4.1');
  guide.shown(steps('slid', 'rolled', 'hopped', 'rolled', 'slid'));
  expect(said(guide)).toEqual(['rolled', '4.1', 'slid']);
  guide.next();
  expect(said(guide)).toEqual(['4.1', 'slid']);
});

test('after a reload only what was read is left out', () => {
  beginGuide('abc');
  const before = new Guide('abc', TIPS, 0);
  before.shown(steps('slid', 'rolled'));
  before.next();
  const after = new Guide('abc', TIPS, 2);
  after.meets('slid');
  after.meets('rolled');
  expect(said(after)).toEqual(['rolled']);
});

test('what was taken back and is done again is not explained again', () => {
  const guide = new Guide('abc', TIPS, 0);
  guide.shown(steps('slid', 'rolled'));
  guide.shown(steps('slid'));
  guide.shown(steps('slid', 'rolled'));
  expect(said(guide)).toEqual(['slid', 'rolled']);
});

test('only tables that began with a guide have one, the last eight of them', () => {
  expect(hasGuide('abc')).toBe(false);
  for (let number = 0; number < 9; number += 1) beginGuide(`t${number}`);
  expect([hasGuide('t0'), hasGuide('t1'), hasGuide('t8')]).toEqual([false, true, true]);
});
