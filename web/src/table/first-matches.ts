// Which matches of a game are somebody's first ones in this browser.

import { read, write } from '../storage';

/** So many matches of a game are the first ones. */
const FIRST = 3;
const KEY = 'first-matches';

function all(): Record<string, string[]> {
  try {
    const kept: unknown = JSON.parse(read(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string[]>) : {};
  } catch {
    return {};
  }
}

/** Is this match among the first ones of its game? It is counted, once. */
export function isFirst(game: string, code: string): boolean {
  const kept = all();
  const codes = Array.isArray(kept[game]) ? kept[game] : [];
  if (codes.includes(code)) return true;
  if (codes.length >= FIRST) return false;
  write(KEY, JSON.stringify({ ...kept, [game]: [...codes, code] }));
  return true;
}

/** The person knows this game. */
export function known(game: string): void {
  write(KEY, JSON.stringify({ ...all(), [game]: Array.from({ length: FIRST }, () => '') }));
}
