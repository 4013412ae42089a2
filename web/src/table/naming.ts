// Games that have no word for a seat but its number: what they say names the people who sit there instead.

import type { SeatInfo } from '../protocol/protocol';

/** Does a game call a seat by nothing but its number? */
export const isNumbered = (name: string): boolean => /^Seat \d+$/.test(name);

/** What each seat is called in place of its number, in the order of seats; nothing where that would not tell it apart. */
export function callings(seats: readonly SeatInfo[]): (string | undefined)[] {
  return seats.map(({ name, player }) => {
    const shared = seats.filter((other) => other.player === player).length > 1;
    return isNumbered(name) && player && !shared ? player : undefined;
  });
}

/** A text that names people where it counts seats: `Seat 2 passes.` is `Flip passes.` */
export function named(text: string, names: readonly (string | undefined)[]): string {
  return text.replace(/\bSeat (\d+)\b/g, (words, number) => names[Number(number) - 1] ?? words);
}

// What people wrote themselves, and what tells seats apart, stays.
const KEPT = new Set(['chat', 'seats', 'name', 'player', 'code', 'words']);

/** The same in a message or a replay, wherever something is said in it. */
export function withNames<Told>(told: Told, names: readonly (string | undefined)[]): Told {
  return names.some((name) => name !== undefined) ? (walk(told, names) as Told) : told;
}

function walk(value: unknown, names: readonly (string | undefined)[]): unknown {
  if (typeof value === 'string') return named(value, names);
  if (Array.isArray(value)) return value.map((part) => walk(part, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, KEPT.has(key) ? part : walk(part, names)]),
  );
}
