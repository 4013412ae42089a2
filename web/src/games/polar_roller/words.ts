// The sentences of the table around the board: what is to do, by which clause, and with which options.

import type { SeatInfo } from '../../protocol/protocol';
import type { PolarRollerView } from '../../protocol/views';
import type { Gauge } from '../drawing';
import { animalOf } from './gestures';
import { listed, plural, seatName, shapesName } from './names';

/** The seats for which the table waits. */
export function busy(view: PolarRollerView): number[] {
  return Object.entries(view.sheets)
    .filter(([, sheet]) => sheet?.busy)
    .map(([seat]) => Number(seat));
}

/** What the viewer has to do, or for whom the table waits; of several own seats it is the acting one's task. */
export function prompt(view: PolarRollerView, seats: SeatInfo[], acting?: number): string {
  if (view.phase === 'over') return ending(view, seats);
  if (view.phase === 'glacier_die') return `Round ${view.round}: the glacier die is rolled.`;
  if (view.phase === 'polar_dice') return 'The polar dice are rolled.';
  const waiting = busy(view);
  const mine = seats.filter(({ yours }) => yours);
  const own = mine.map(({ seat }) => seat).filter((seat) => waiting.includes(seat));
  if (own.length > 0 && mine.length > 1) {
    const done = acting !== undefined && !waiting.includes(acting);
    if (done) return `${seatName(seats, acting)} is done. ${listed(own.map((seat) => seatName(seats, seat)))} to go.`;
    const seat = acting ?? own[0]!;
    return `${seatName(seats, seat)}: ${task(view, seat)}`;
  }
  if (own.length > 0) return task(view, own[0]!);
  return `Waiting for ${listed(waiting.map((seat) => seatName(seats, seat)))}.`;
}

/** What a busy seat has to do. */
export function task(view: PolarRollerView, seat: number): string {
  const sheet = view.sheets[seat];
  if (!sheet) return '';
  if (view.phase === 'melt') {
    if (!sheet.melt) return 'Nothing more to melt: say done.';
    if (sheet.beside) return `Melt ${shapesName(sheet.melt)} beside ${sheet.beside}.`;
    return `Melt ${shapesName(sheet.melt)}${sheet.pair ? ' that share a side' : ''}.`;
  }
  if (!sheet.taken) return 'Take a die of a neighbour.';
  const numbers = [...(sheet.borrowed ? [sheet.borrowed] : []), ...(sheet.own ?? [])];
  if (numbers.length === 0) return 'All animals are drawn: say done.';
  const animals = (['penguin', 'orca', 'bear'] as const).flatMap((animal) => {
    const count = numbers.filter((number) => animalOf(number) === animal).length;
    return count === 0 ? [] : [count === 1 ? `${animal === 'orca' ? 'an' : 'a'} ${animal}` : plural(count, animal)];
  });
  return `Draw ${listed(animals)}.`;
}

function ending(view: PolarRollerView, seats: SeatInfo[]): string {
  const winners = view.winners ?? [];
  const points = view.sheets[winners[0] ?? 0]?.score.total ?? 0;
  const names = listed(winners.map((seat) => seatName(seats, seat)));
  if (winners.length > 1) return `${names} share the win with ${plural(points, 'point')}.`;
  return `${names} ${names === 'You' ? 'win' : 'wins'} with ${plural(points, 'point')}.`;
}

/** The clause of the rule book that explains this moment. */
export function clause(view: PolarRollerView): string {
  switch (view.phase) {
    case 'glacier_die':
      return '3.1';
    case 'melt':
      return '4.1';
    case 'polar_dice':
      return '5.1';
    case 'draw': {
      const waiting = busy(view);
      return waiting.length > 0 && waiting.every((seat) => !view.sheets[seat]?.taken) ? '5.2' : '6.1';
    }
    case 'over':
      return '8.8';
  }
}

/** Polar Roller has no options. */
export function chips(): string[] {
  return [];
}

/** The points of all seats over the match. */
export function gauges(view: PolarRollerView, colours: readonly string[]): Gauge[] {
  return Object.entries(view.sheets).map(([number, sheet]) => ({
    name: colours[Number(number) - 1] ?? `Seat ${number}`,
    seat: Number(number),
    value: sheet?.score.total ?? 0,
  }));
}
