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

/** To where Undo leads: before the last own step. It is free if nothing of chance or of others stands behind it. */
export function undoTo(log: readonly Logged[], own: ReadonlySet<number>, policy: Takebacks): BackTo | null {
  if (policy === 'none') return null;
  let free = true;
  for (const { at, step } of log.toReversed()) {
    const { seat } = readStep(step);
    if (seat !== null && own.has(seat)) return free || policy === 'consent' ? { to: at, seat, free } : null;
    free = false;
  }
  return null;
}

/** To where Restart leads: before all the own steps of this turn that can be taken back freely. */
export function restartTo(log: readonly Logged[], own: ReadonlySet<number>, policy: Takebacks): BackTo | null {
  const last = undoTo(log, own, policy);
  if (!last?.free) return null;
  const turn = log.at(-1)!.turn;
  let to = last;
  for (const entry of log.toReversed()) {
    const { seat } = readStep(entry.step);
    if (entry.turn !== turn || seat !== last.seat) break;
    to = { ...last, to: entry.at };
  }
  return to;
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
