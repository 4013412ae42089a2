// Sentences of the table: whose turn it is, who is waited for, how it ended.

import { listed } from '../landing/tables';
import type { SeatInfo } from '../protocol/protocol';
import type { Table } from './model';

/** The seats of the table with these numbers. */
export function seatsOf(table: Table, numbers: readonly number[]): SeatInfo[] {
  return table.seats.seats.filter(({ seat }) => numbers.includes(seat));
}

/** What a seat is called: its holder's name, and the game's word for it if the name does not say it. */
export function seatName({ name, player }: SeatInfo): string {
  return player && player !== name ? `${player} (${name})` : name;
}

/** What the people at this screen call one of their seats: the name that was typed for it, unless several share it. */
function calledHere({ name, player }: SeatInfo, seats: readonly SeatInfo[]): string {
  return seats.filter((other) => other.yours && other.player === player).length > 1 ? name : player;
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
  if (mine.length === 1) return several ? `${calledHere(mine[0]!, seats)}’s turn` : 'Your turn';
  if (mine.length > 1) return `Your turn: ${listed(mine.map((seat) => calledHere(seat, seats)))}`;
  if (awaited.length === 1) return `${seatName(awaited[0]!)}’s turn`;
  return `Waiting for ${listed(awaited.map(seatName))}`;
}

/** Is the table waiting for the viewer? */
export function isYourTurn(table: Table): boolean {
  return table.seats.phase === 'playing' && seatsOf(table, table.awaited).some(({ yours, cover }) => yours && !cover);
}

/** How the match ended. */
export function resultWords(table: Table, together: boolean): string {
  const winners = seatsOf(table, table.over?.winners ?? []);
  if (together) return winners.length > 0 ? 'You all have won!' : 'The ice has won this time.';
  if (winners.length === 0) return 'Nobody has won.';
  const mine = winners.filter(({ yours }) => yours);
  const alone = table.seats.seats.filter(({ yours }) => yours).length === 1;
  if (mine.length === 1 && winners.length === 1 && alone) return 'You have won!';
  return `${listed(winners.map(seatName))} ${winners.length === 1 ? 'has' : 'have'} won!`;
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

/** For whom the match waits before it begins. */
export function waitingWords(table: Table): string {
  const free = table.seats.seats.filter(({ holder }) => holder === 'open').length;
  if (free > 0) return `Waiting for ${free === 1 ? 'one player' : `${free} players`}`;
  const late = missing(table).map(({ player }) => player);
  return late.length > 0 ? `Waiting for ${listed(late)}` : 'Everybody is here';
}
