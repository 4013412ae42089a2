// How a match ended, for the one who reads it.

import { listed } from '../landing/tables';
import type { Over, SeatInfo, Told } from '../protocol/protocol';
import type { Table } from './model';
import { isNumbered } from './naming';

/** Is the end a joy for the reader, or a sorrow? Whoever watches, or sits on both sides, is glad with the winners. */
export function mood(table: Table): 'joy' | 'regret' {
  const { over, seats } = table;
  if (!over || over.winners.length === 0) return 'regret';
  const mine = seats.seats.filter(({ yours }) => yours);
  return mine.length === 0 || mine.some(({ seat }) => over.winners.includes(seat)) ? 'joy' : 'regret';
}

/** Who won, in a few words. */
export function headline(table: Table, together: boolean): string {
  return table.over ? winnersIn(table.over, table.seats.seats, together) : '';
}

/** Who won and why, for those who look back. */
export function endingOf(over: Over, seats: readonly SeatInfo[], together: boolean): string {
  const why = over.told?.find(({ seat }) => seat === undefined)?.verdict ?? '';
  return `${winnersIn(over, seats, together)} ${why}`;
}

function winnersIn(over: Over, seats: readonly SeatInfo[], together: boolean): string {
  const winners = seats.filter(({ seat }) => over.winners.includes(seat));
  const mine = seats.filter(({ yours }) => yours);
  if (together) {
    const who = mine.length === 0 ? 'They' : 'You';
    const alone = mine.length === seats.length;
    return winners.length === 0 ? 'The ice wins this time.' : alone ? `${who} won!` : `${who} won together!`;
  }
  if (winners.length === 0) return 'Nobody wins.';
  if (winners.length === 1 && mine.length === 1 && winners[0]!.yours) return 'You won!';
  if (mine.length === 1 && winners.some(({ yours }) => yours)) return 'You share the win!';
  return `${listed(winners.map(called))} ${winners.length === 1 ? 'wins' : 'share the win'}.`;
}

/** What a seat is called here: the name of its colour or ship with that of its player, if they differ. */
function called({ name, player }: SeatInfo): string {
  return player && player !== name ? (isNumbered(name) ? player : `${player} (${name})`) : name;
}

/** What the reader is told: as the holder of the one own seat, or as everybody is. */
export function verdict(table: Table): string {
  const mine = table.seats.seats.filter(({ yours }) => yours);
  const reader = mine.length === 1 ? mine[0]!.seat : undefined;
  return toldTo(table, reader)?.verdict ?? table.prompt?.text ?? '';
}

/** What is told to a seat, or to everybody. */
export function toldTo(table: Table, seat?: number): Told | undefined {
  return table.over?.told?.find((told) => told.seat === seat);
}

/** The way to the next match with another bot: the same seats, and this bot in those that bots held. */
export function otherBot(
  table: Table,
  bot: string,
): { game: string; options: Record<string, unknown>; seats: string[]; sets: number[] } {
  const seats = table.seats.seats.map(({ yours, holder }) => (yours ? 'me' : holder === 'bot' ? bot : 'open'));
  const sets = table.seats.seats.map(({ yours, set = 0 }) => (yours ? set : 0));
  return { game: table.game, options: table.options, seats, sets };
}
