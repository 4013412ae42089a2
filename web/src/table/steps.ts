// The steps of a match as the client needs them: whose they are, and which may be taken back.

import type { Logged, Takebacks } from '../protocol/protocol';

/** A step in parts; `seat` is null where chance decided. */
export type Step = { seat: number | null; words: string };

/** Reads `WHO WORDS`. */
export function readStep(step: string): Step {
  const space = step.indexOf(' ');
  const who = step.slice(0, space);
  return { seat: who === '*' ? null : Number(who), words: step.slice(space + 1) };
}

/** A place to which steps can be taken back, and by which own seat. */
export type BackTo = { to: number; seat: number; free: boolean };

/**
 * To where Undo leads: before the last own step. It is free if nothing of chance or of others stands behind it; where
 * seats act `apart`, at the same time, steps of others do not matter.
 */
export function undoTo(
  log: readonly Logged[],
  own: ReadonlySet<number>,
  policy: Takebacks,
  apart = false,
): BackTo | null {
  if (policy === 'none') return null;
  let free = true;
  for (const { at, step } of log.toReversed()) {
    const { seat } = readStep(step);
    if (seat !== null && own.has(seat)) return free || policy === 'consent' ? { to: at, seat, free } : null;
    if (seat === null || !apart) free = false;
  }
  return null;
}

/** To where Restart leads: before all the own steps of this turn that can be taken back freely. */
export function restartTo(
  log: readonly Logged[],
  own: ReadonlySet<number>,
  policy: Takebacks,
  apart = false,
): BackTo | null {
  const last = undoTo(log, own, policy, apart);
  if (!last?.free) return null;
  const turn = log.at(-1)!.turn;
  let to = last;
  for (const entry of log.toReversed()) {
    const { seat } = readStep(entry.step);
    if (entry.turn !== turn || seat === null) break;
    if (seat === last.seat) to = { ...last, to: entry.at };
    else if (!apart) break;
  }
  return to;
}

/** The steps since dice last fell. */
export function sinceDice(log: readonly Logged[]): readonly Logged[] {
  return log.slice(log.findLastIndex(({ step }) => readStep(step).seat === null) + 1);
}

/** The log without what others have done and not finished: seats that are still awaited since dice last fell. */
export function finished(log: readonly Logged[], own: ReadonlySet<number>, awaited: readonly number[]): Logged[] {
  const drafts = new Set(sinceDice(log));
  return log.filter((entry) => {
    const { seat } = readStep(entry.step);
    return seat === null || own.has(seat) || !awaited.includes(seat) || !drafts.has(entry);
  });
}

/** The steps since one of these seats last acted: what the board draws as trails. */
export function trailSince(log: readonly Logged[], own: ReadonlySet<number>): string[] {
  const last = log.findLastIndex(({ step }) => {
    const { seat } = readStep(step);
    return seat !== null && own.has(seat);
  });
  const first = own.size > 0 && last >= 0 ? last + 1 : log.findIndex(({ turn }) => turn === log.at(-1)!.turn);
  return log.slice(Math.max(first, log.length - 40)).map(({ step }) => step);
}
