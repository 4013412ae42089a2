// Redo: own steps that were taken back and can be played again, the next one first.

import { readStep, type Step } from './steps';

/** What can be redone after steps were taken back: the removed own ones before what could be redone already. */
export function afterBack(redo: readonly Step[], removed: readonly string[], own: ReadonlySet<number>): Step[] {
  const steps = removed.map(readStep);
  return steps.some(({ seat }) => seat === null || !own.has(seat)) ? [] : [...steps, ...redo];
}

/**
 * What can be redone after a step was played: the rest if it was the next one, else nothing. Where seats act `apart`,
 * steps of others change nothing.
 */
export function afterStep(
  redo: readonly Step[],
  played: readonly string[],
  apart?: ReadonlySet<number>,
): readonly Step[] {
  let left = redo;
  for (const text of played) {
    const { seat, words } = readStep(text);
    if (apart && seat !== null && !apart.has(seat)) continue;
    const next = left[0];
    if (next && next.seat === seat && next.words === words) left = left.slice(1);
    else return [];
  }
  return left;
}
