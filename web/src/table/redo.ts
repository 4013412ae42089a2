// Redo: own steps that were taken back and can be played again, the next one first.

import type { Step } from './steps';

/** What can be redone after steps were taken back: the removed own ones before what could be redone already. */
export function afterBack(redo: readonly Step[], removed: readonly Step[], own: ReadonlySet<number>): readonly Step[] {
  return removed.some(({ seat }) => seat === undefined || !own.has(seat)) ? [] : [...removed, ...redo];
}

/**
 * What can be redone after steps were played: the rest if they were the next ones, else nothing. Where seats act
 * at the same time and these are the `own` ones, steps of others change nothing.
 */
export function afterSteps(redo: readonly Step[], played: readonly Step[], own?: ReadonlySet<number>): readonly Step[] {
  let left = redo;
  for (const { seat, words } of played) {
    if (own && seat !== undefined && !own.has(seat)) continue;
    const next = left[0];
    if (next && next.seat === seat && next.words === words) left = left.slice(1);
    else return [];
  }
  return left;
}
