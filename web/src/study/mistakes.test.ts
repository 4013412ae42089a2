import { expect, test } from 'vitest';
import type { MatchAnalysis, StepAnalysis } from '../protocol/protocol';
import { puzzlesOf, verdictOn } from './mistakes';

const step = (seat: number | undefined, rest: Partial<StepAnalysis>): StepAnalysis => ({
  words: 'roll',
  value: [],
  change: [],
  ...(seat ? { seat } : {}),
  ...rest,
});

const analysis = {
  steps: [
    step(1, { mark: 'slip', cost: 0.1, words: 'hop start a1', better: ['slide a1 n'], labels: ['Floe a1 north'] }),
    step(undefined, { mark: 'unlucky' }),
    step(2, { mark: 'blunder', cost: 0.3, better: ['roll'], labels: ['Roll'] }),
    step(1, { mark: 'fine', cost: 0.02, better: ['roll'] }),
    step(1, { mark: 'blunder', cost: 0.2, better: ['bear b2', 'bear b3'] }),
  ],
} as Partial<MatchAnalysis> as MatchAnalysis;

test('puzzles are the own slips and blunders', () => {
  expect(puzzlesOf(analysis, 1).map(({ step }) => step)).toEqual([0, 4]);
  expect(puzzlesOf(analysis, 2).map(({ step }) => step)).toEqual([2]);
  expect(puzzlesOf(analysis, 3)).toEqual([]);
});

test('a try is as good as the best, better, the same or worse', () => {
  const [puzzle] = puzzlesOf(analysis, 1);
  expect(verdictOn(puzzle!, 'slide a1 n', { cost: 0.02 })).toBe('best');
  expect(verdictOn(puzzle!, 'slide b1 n', { cost: 0 })).toBe('best');
  expect(verdictOn(puzzle!, 'hop start b1', { cost: 0.05 })).toBe('better');
  expect(verdictOn(puzzle!, 'hop start a1', { cost: 0.02 })).toBe('same');
  expect(verdictOn(puzzle!, 'hop start c1', { cost: 0.3 })).toBe('worse');
});
