import { expect, test } from 'vitest';
import type { Logged } from '../protocol/protocol';
import { afterBack, afterStep } from './redo';
import { readStep, restartTo, trailSince, undoTo } from './steps';

const OWN = new Set([1]);

/** A log from lines `TURN: WHO WORDS`. */
function log(...lines: string[]): Logged[] {
  return lines.map((line, at) => {
    const [turn, step] = line.split(': ') as [string, string];
    return { at, turn: Number(turn), step, told: [] };
  });
}

test('a step says who and what', () => {
  expect(readStep('2 hop start a1')).toEqual({ seat: 2, words: 'hop start a1' });
  expect(readStep('* P3')).toEqual({ seat: null, words: 'P3' });
});

test('own steps since the roll are taken back freely', () => {
  const moves = log('0: 1 roll', '0: * P3', '0: 1 hop start a1', '0: 1 slide a1 n');
  expect(undoTo(moves, OWN, 'own')).toEqual({ to: 3, seat: 1, free: true });
  expect(restartTo(moves, OWN, 'own')).toEqual({ to: 2, seat: 1, free: true });
});

test('behind a roll there is only consent', () => {
  const rolled = log('0: 1 roll', '0: * P3');
  expect(undoTo(rolled, OWN, 'consent')).toEqual({ to: 0, seat: 1, free: false });
  expect(undoTo(rolled, OWN, 'own')).toBeNull();
  expect(restartTo(rolled, OWN, 'consent')).toBeNull();
});

test('without take-backs there is no undo', () => {
  expect(undoTo(log('0: 1 hop start a1'), OWN, 'none')).toBeNull();
});

test('a restart stays within the turn', () => {
  const solo = log('0: 1 sail c3', '0: 1 end', '1: 1 sail c4', '1: 1 unload');
  expect(restartTo(solo, OWN, 'own')).toMatchObject({ to: 2 });
});

test('the trail begins behind the last own step', () => {
  const moves = log('0: 1 hop start a1', '1: 2 roll', '1: * P2', '1: 2 hop start b1');
  expect(trailSince(moves, OWN)).toEqual(['2 roll', '* P2', '2 hop start b1']);
});

test('whoever only watches sees the trail of the turn', () => {
  const moves = log('0: 1 hop start a1', '1: 2 roll', '1: * P2');
  expect(trailSince(moves, new Set())).toEqual(['2 roll', '* P2']);
});

test('what was taken back can be redone in order', () => {
  const once = afterBack([], ['1 slide a1 n'], OWN);
  const twice = afterBack(once, ['1 hop start a1'], OWN);
  expect(twice.map(({ words }) => words)).toEqual(['hop start a1', 'slide a1 n']);
  expect(afterStep(twice, ['1 hop start a1'])).toEqual(once);
});

test('another move, or a roll taken back, forgets what could be redone', () => {
  const redo = afterBack([], ['1 hop start a1'], OWN);
  expect(afterStep(redo, ['1 hop start b1'])).toEqual([]);
  expect(afterBack(redo, ['1 roll', '* P3'], OWN)).toEqual([]);
});
