// Words about tables in the lobby, and which of them the person does not want to see.

import type { TableInfo } from '../protocol/protocol';
import { read, write } from '../storage';

/** Who else sits there: `with Ann and greedy`; at one screen everybody: `Ann and Bo`. */
export function others({ seats }: Pick<TableInfo, 'seats'>): string {
  const names = (yours: boolean) => [
    ...new Set(seats.filter((seat) => seat.yours === yours && seat.player).map(({ player }) => player)),
  ];
  if (names(false).length > 0) return `with ${listed(names(false))}`;
  return names(true).length > 1 ? listed(names(true)) : 'nobody else yet';
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

/** Tables that this browser remembers as hidden, at most. */
const MOST_HIDDEN = 100;

/** The codes of the tables that the person does not want to see. */
export function hidden(): string[] {
  return (read('hidden') ?? '').split(' ').filter((code) => code !== '');
}

/** Hides a table, or shows it again; returns what is hidden now. */
export function hide(code: string, yes = true): string[] {
  const codes = hidden().filter((one) => one !== code);
  if (yes) codes.push(code);
  write('hidden', codes.slice(-MOST_HIDDEN).join(' '));
  return hidden();
}
