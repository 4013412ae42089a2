// Sentences of the table: whose turn it is, who is waited for, how it ended.

import { listed } from '../landing/tables';
import type { SeatInfo } from '../protocol/protocol';
import type { Table } from './model';
import { isNumbered } from './naming';

/** The seats of the table with these numbers. */
export function seatsOf(table: Table, numbers: readonly number[]): SeatInfo[] {
  return table.seats.seats.filter(({ seat }) => numbers.includes(seat));
}

/** What a seat is called: its holder's name, and the game's word for it if that says more than a number. */
export function seatName({ name, player }: SeatInfo): string {
  if (!player || player === name) return name;
  return isNumbered(name) ? player : `${player} (${name})`;
}

/** What a seat is called in a sentence: its holder's name, unless several seats share it. */
export function called(seat: SeatInfo, seats: readonly SeatInfo[]): string {
  const { name, player } = seat;
  if (!player) return name;
  return seats.filter((other) => other.player === player).length > 1 ? `${player} (${name})` : player;
}

/** What the people at this screen call one of their seats: the name that was typed for it, unless several share it. */
export function calledHere({ name, player }: SeatInfo, seats: readonly SeatInfo[]): string {
  return seats.filter((other) => other.yours && other.player === player).length > 1 ? name : player;
}

/** Whose something is: `Ann’s`, `Suns’`. */
export function possessive(name: string): string {
  return name.endsWith('s') ? `${name}’` : `${name}’s`;
}

/** Whose turn it is, in a few words. */
export function turnWords(table: Table): string {
  const { phase, seats } = table.seats;
  if (phase === 'gathering') return 'Waiting for players';
  if (phase === 'over' || table.over) return 'The match is over';
  const awaited = seatsOf(table, table.awaited);
  if (awaited.length === 0) return 'The dice decide';
  const mine = awaited.filter(({ yours, cover }) => yours && !cover);
  const several = seats.filter(({ yours }) => yours).length > 1;
  if (mine.length === 1) return several ? `${possessive(calledHere(mine[0]!, seats))} turn` : 'Your turn';
  if (mine.length > 1) return `Your turn: ${listed(mine.map((seat) => calledHere(seat, seats)))}`;
  if (awaited.length === 1) return `${possessive(called(awaited[0]!, seats))} turn`;
  return `Waiting for ${listed(awaited.map((seat) => called(seat, seats)))}`;
}

/** What the headline says to its reader. */
export type Headline = {
  text: string;
  /** The own seat that a bot plays, whose person may come back. */
  covered?: SeatInfo;
  /** Does the reader wait for somebody? */
  waits: boolean;
};

/**
 * The headline: what the reader can do, as the game says it in `prompt` if they are to act; otherwise for whom they
 * wait or whom they watch. How it ended is told by the result, after the last turn was shown.
 */
export function headline(
  table: Table,
  prompt: string,
  { simultaneous = false }: { simultaneous?: boolean } = {},
): Headline {
  const { seats } = table.seats;
  if (table.over) return { text: 'The last turn.', waits: false };
  const mine = seats.filter(({ yours }) => yours);
  const covered = mine.filter(({ cover }) => cover);
  if (covered[0] && covered.length === mine.length) {
    const whom = mine.length > 1 ? listed(covered.map((seat) => calledHere(seat, seats))) : 'you';
    return { text: `A bot plays for ${whom}.`, covered: covered[0], waits: false };
  }
  if (prompt) return { text: prompt, waits: false };
  const awaited = seatsOf(table, table.awaited);
  if (mine.length === 0) return { text: `Watching. ${turnWords(table)}.`, waits: awaited.length > 0 };
  if (awaited.length === 0) return { text: 'The dice decide.', waits: false };
  const names = listed(awaited.map((seat) => called(seat, seats)));
  if (simultaneous) return { text: `You are done. Waiting for ${names}.`, waits: true };
  const away = awaited.filter(({ present, cover }) => !present && !cover);
  if (away.length > 0) return { text: `Waiting for ${names}, who is away.`, waits: true };
  if (awaited.length > 1) return { text: `Waiting for ${names}.`, waits: true };
  return { text: `${names} is moving. ${nextWords(awaited[0]!, seats)}`, waits: true };
}

/** Who comes after the one who moves: seats act in the order in which they sit. */
function nextWords({ seat }: SeatInfo, seats: readonly SeatInfo[]): string {
  const next = seats[seat % seats.length]!;
  return next.yours && !next.cover ? 'You are next.' : `Then ${called(next, seats)}.`;
}

/** Is the table waiting for the viewer? */
export function isYourTurn(table: Table): boolean {
  return table.seats.phase === 'playing' && seatsOf(table, table.awaited).some(({ yours, cover }) => yours && !cover);
}

/** A time in words: `10 minutes`. */
export function lasting(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The seats that keep a match from beginning: nobody holds them, or their person has not come yet. */
export function missing(table: Table): SeatInfo[] {
  return table.seats.seats.filter(({ holder, adds }) => holder === 'open' || (holder === 'person' && !adds));
}

/** Does the table wait to be told who begins? */
export function asksWhoBegins({ seats: { phase, first, begins, seats } }: Pick<Table, 'seats'>): boolean {
  return phase === 'gathering' && first === 'asked' && begins === undefined && seats.length > 1;
}

/** For whom the match waits before it begins. */
export function waitingWords(table: Table): string {
  const free = table.seats.seats.filter(({ holder }) => holder === 'open').length;
  if (free > 0) return `Waiting for ${free === 1 ? 'one player' : `${free} players`}`;
  const late = missing(table).map(({ player }) => player);
  return late.length > 0 ? `Waiting for ${listed(late)}` : 'Everybody is here';
}
