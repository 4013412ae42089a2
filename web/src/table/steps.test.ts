import { expect, test } from 'vitest';
import type { LogEntry } from '../protocol/protocol';
import { afterBack, afterSteps } from './redo';
import { trailSince } from './steps';
import { steps } from './steps.support';

const OWN = new Set([1]);

/** A log from lines `TURN: WHO WORDS`. */
function log(...lines: string[]): LogEntry[] {
  const parts = lines.map((line) => line.split(': ') as [string, string]);
  return steps(...parts.map(([, step]) => step)).map((entry, at) => ({ ...entry, turn: Number(parts[at]![0]) }));
}

test('the trail begins behind the last own step', () => {
  const moves = log('0: 1 hop start a1', '1: 2 roll', '1: * P2', '1: 2 hop start b1');
  expect(trailSince(moves, OWN)).toEqual(moves.slice(1));
});

test('whoever only watches sees the trail of the turn', () => {
  const moves = log('0: 1 hop start a1', '1: 2 roll', '1: * P2');
  expect(trailSince(moves, new Set())).toEqual(moves.slice(1));
});

test('what was taken back can be redone in order', () => {
  const once = afterBack([], steps('1 slide a1 n'), OWN);
  const twice = afterBack(once, steps('1 hop start a1'), OWN);
  expect(twice.map(({ words }) => words)).toEqual(['hop start a1', 'slide a1 n']);
  expect(afterSteps(twice, steps('1 hop start a1'))).toEqual(once);
});

test('another move, or a roll taken back, forgets what could be redone', () => {
  const redo = afterBack([], steps('1 hop start a1'), OWN);
  expect(afterSteps(redo, steps('1 hop start b1'))).toEqual([]);
  expect(afterBack(redo, steps('1 roll', '* P3'), OWN)).toEqual([]);
});

test('where seats act at the same time, steps of others leave what can be redone', () => {
  const redo = [{ seat: 1, words: 'done' }];
  expect(afterSteps(redo, steps('2 bear bt'), OWN)).toEqual(redo);
  expect(afterSteps(redo, steps('2 bear bt'))).toEqual([]);
  expect(afterSteps(redo, steps('2 done', '* dice 2 3'), OWN)).toEqual([]);
});
