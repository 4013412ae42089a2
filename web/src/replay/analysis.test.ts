import { expect, test } from 'vitest';
import type { MatchAnalysis } from '../protocol/protocol';
import { chancePanel, points, rowsOf, sentenceOf, storyOf, turningPoints } from './analysis';

const ANALYSIS: MatchAnalysis = {
  start: [0.5, 0.5],
  luck: [0.3, -0.3],
  skill: [0.2, -0.2],
  own: [0.0, -0.2],
  others: [0.2, 0.0],
  result: [1, 0],
  adjusted: [0.7, 0.3],
  margin: [0, 0],
  accuracy: [90.2, null],
  finished: true,
  together: false,
  steps: [
    { seat: 1, words: 'roll', value: [0.5, 0.5], change: [0, 0] },
    { words: 'P4', value: [0.8, 0.2], change: [0.3, -0.3], whom: 1, mark: 'lucky' },
    { seat: 1, words: 'hop', value: [0.8, 0.2], change: [0, 0], cost: 0, mark: 'best' },
    {
      seat: 2,
      words: 'slide',
      value: [1, 0],
      change: [0.2, -0.2],
      cost: 0.2,
      mark: 'blunder',
      better: ['bear a1'],
      labels: ['Bear to a1'],
    },
  ],
};
const NAMES = ['Ada', 'Bo'];

test('the curves are the chances at the stops', () => {
  const { top, curves } = chancePanel(ANALYSIS, [0, 2, 4], NAMES);
  expect([top, curves.map(({ name, seat, values }) => [name, seat, values])]).toEqual([
    100,
    [
      ['Ada', 1, [50, 80, 100]],
      ['Bo', 2, [50, 20, 0]],
    ],
  ]);
  const team = chancePanel({ ...ANALYSIS, together: true }, [0, 4], NAMES);
  expect(team.curves.map(({ seat, values }) => [seat, values])).toEqual([[undefined, [50, 100]]]);
});

test('the match turned where something cost or moved much', () => {
  expect(turningPoints(ANALYSIS, [0, 2, 4])).toEqual([
    { step: 2, place: 1, seat: 1, height: 0.8, mark: 'lucky' },
    { step: 4, place: 2, seat: 2, height: 0, mark: 'blunder' },
  ]);
});

test('marks are far enough apart for a finger, the weightiest first', () => {
  const step = (cost: number) => ({ ...ANALYSIS.steps[3]!, cost });
  const many = { ...ANALYSIS, steps: [step(0.1), step(0.2), step(0.3), ...Array.from({ length: 37 }, () => step(0))] };
  const stops = Array.from({ length: 41 }, (_, index) => index);
  expect(turningPoints(many, stops).map((turning) => turning.step)).toEqual([3]);
});

test('steps and seats are told in words', () => {
  expect(sentenceOf(ANALYSIS, 2, NAMES)).toBe('Lucky for Ada: +30 points.');
  expect(sentenceOf(ANALYSIS, 4, NAMES)).toBe('Blunder of Bo (−20 points). Better: Bear to a1.');
  expect(sentenceOf(ANALYSIS, 1, NAMES)).toBe('');
  expect(storyOf(ANALYSIS, 0)).toBe('Luck helped a lot; a few better moves were there.');
  expect(storyOf(ANALYSIS, 1)).toBe('Luck hurt a lot; there was nothing to choose.');
  expect(rowsOf(ANALYSIS)[1]).toMatchObject({ luck: '−30', result: '0 %', fair: '30 %', accuracy: '–' });
  expect(points(0.001)).toBe('0');
});
