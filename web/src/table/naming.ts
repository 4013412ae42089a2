// What is said at a table calls seats as people know them: by who sits there where the game has nothing but a number, and
// by the set of pieces that a player has chosen.

import type { SeatInfo } from '../protocol/protocol';

/** What is said in place of the game's own words for a seat. */
export type Callings = Readonly<Record<string, string>>;

/** Does a game call a seat by nothing but its number? */
export const isNumbered = (name: string): boolean => /^Seat \d+$/.test(name);

/** What each seat is called in place of the game's word for it; nothing where that would not tell it apart. */
export function callings(seats: readonly SeatInfo[]): Callings {
  return Object.fromEntries(
    seats.flatMap(({ name, said, player }): [string, string][] => {
      if (said) return [[said, name]];
      const shared = seats.filter((other) => other.player === player).length > 1;
      return isNumbered(name) && player && !shared ? [[name, player]] : [];
    }),
  );
}

/** A text that calls seats so: `Seat 2 passes.` is `Flip passes.` All words are exchanged at once. */
export function named(text: string, callings: Callings): string {
  const words = Object.keys(callings).filter((word) => !isNumbered(word));
  const every = new RegExp(`\\b(?:${['[Ss]eat \\d+', ...words].join('|')})\\b`, 'g');
  return text.replace(every, (said) => callings[said] ?? callings[`S${said.slice(1)}`] ?? said);
}

// What people wrote themselves, and what tells seats apart, stays.
const KEPT = new Set(['chat', 'seats', 'name', 'player', 'code', 'words']);

/** The same in a message or a replay, wherever something is said in it. */
export function withNames<Told>(told: Told, callings: Callings): Told {
  return Object.keys(callings).length > 0 ? (walk(told, callings) as Told) : told;
}

function walk(value: unknown, callings: Callings): unknown {
  if (typeof value === 'string') return named(value, callings);
  if (Array.isArray(value)) return value.map((part) => walk(part, callings));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, KEPT.has(key) ? part : walk(part, callings)]),
  );
}
