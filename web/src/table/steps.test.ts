import { expect, test } from 'vitest';
import type { Logged } from '../protocol/protocol';
import { afterBack, afterStep } from './redo';
import { finished, readStep, restartTo, trailSince, undoTo } from './steps';

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

test('where seats act at the same time, steps of others do not keep one from taking back', () => {
  const moves = log('4: 2 done', '4: * dice 2 3', '4: 1 take left 1', '4: 2 take left 2', '4: 1 done', '4: 2 bear bt');
  expect(undoTo(moves, OWN, 'own')).toBeNull();
  expect(undoTo(moves, OWN, 'own', true)).toEqual({ to: 4, seat: 1, free: true });
  expect(restartTo(moves, OWN, 'own', true)).toEqual({ to: 2, seat: 1, free: true });
  expect(undoTo(log('4: 1 done', '4: * dice 2 3', '4: 2 done'), OWN, 'own', true)).toBeNull();
});

test('what others have not finished is not in the log', () => {
  const moves = log('4: 2 melt bt', '4: * dice 2 3', '4: 1 take left 1', '4: 2 take left 2', '4: 3 done');
  expect(finished(moves, OWN, [1, 2]).map(({ step }) => step)).toEqual(['2 melt bt', '* dice 2 3', '1 take left 1', '3 done']);
  expect(finished(moves, OWN, [])).toEqual(moves);
});

test('where seats act at the same time, steps of others leave what can be redone', () => {
  const redo = [{ seat: 1, words: 'done' }];
  expect(afterStep(redo, ['2 bear bt'], OWN)).toEqual(redo);
  expect(afterStep(redo, ['2 bear bt'])).toEqual([]);
  expect(afterStep(redo, ['2 done', '* dice 2 3'], OWN)).toEqual([]);
});
