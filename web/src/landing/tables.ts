// Words about tables in the lobby.

import type { TableInfo } from '../protocol/protocol';

/** Who else sits there: `with Ann and greedy`. */
export function others({ seats }: TableInfo): string {
  const names = [...new Set(seats.filter(({ yours, player }) => !yours && player).map(({ player }) => player))];
  return names.length > 0 ? `with ${listed(names)}` : 'nobody else yet';
}

/** How long ago something happened there. */
export function ago(seconds: number): string {
  if (seconds < 90) return 'just now';
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} minutes ago`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} hours ago`;
  return `${Math.round(seconds / 86_400)} days ago`;
}

/** Names as one says them: `Ann, Bo and Cy`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
