// The steps of a match as the client needs them: whose they are, and since when.

import type { LogEntry } from '../protocol/protocol';

/** What somebody did, or chance decided if it has no seat. */
export type Step = Pick<LogEntry, 'seat' | 'words'>;

/** The steps since dice last fell. */
export function sinceDice<One extends Pick<LogEntry, 'seat'>>(log: readonly One[]): readonly One[] {
  return log.slice(log.findLastIndex(({ seat }) => seat === undefined) + 1);
}

/** The log without what others have done and not finished: seats that are still awaited since dice last fell. */
export function finished(log: readonly LogEntry[], own: ReadonlySet<number>, awaited: readonly number[]): LogEntry[] {
  const drafts = new Set(sinceDice(log));
  return log.filter((entry) => {
    const { seat } = entry;
    return seat === undefined || own.has(seat) || !awaited.includes(seat) || !drafts.has(entry);
  });
}

/** The steps since one of these seats last acted: what the board draws as trails. */
export function trailSince(log: readonly LogEntry[], own: ReadonlySet<number>): LogEntry[] {
  const last = log.findLastIndex(({ seat }) => seat !== undefined && own.has(seat));
  const first = own.size > 0 && last >= 0 ? last + 1 : log.findIndex(({ turn }) => turn === log.at(-1)!.turn);
  return log.slice(Math.max(first, log.length - 40));
}
