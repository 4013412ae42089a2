// The steps of a match as the client needs them: whose they are, and since when.

import type { LogEntry } from '../protocol/protocol';

/** What somebody did, or chance decided if it has no seat. */
export type Step = Pick<LogEntry, 'seat' | 'words'>;

/** The steps since one of these seats last acted: what the board draws as trails. */
export function trailSince(log: readonly LogEntry[], own: ReadonlySet<number>): LogEntry[] {
  if (log.length === 0) return [];
  const last = log.findLastIndex(({ seat }) => seat !== undefined && own.has(seat));
  const first = own.size > 0 && last >= 0 ? last + 1 : log.findIndex(({ turn }) => turn === log.at(-1)!.turn);
  return log.slice(Math.max(first, log.length - 40));
}
