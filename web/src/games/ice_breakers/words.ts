// The sentences of the table around the board: what is to do, by which clause, and with which options.

import type { SeatInfo } from '../../protocol/protocol';
import type { IceBreakersView } from '../../protocol/views';
import { plural, seatName } from './names';

/** What the seat whose turn it is has to do. */
export function prompt(view: IceBreakersView, seats: SeatInfo[]): string {
  const yours = seats.find(({ seat }) => seat === view.seat)?.yours ?? false;
  const name = seatName(seats, view.seat);
  switch (view.stage) {
    case 'setup':
      return 'The board is laid out.';
    case 'choose':
      return yours ? 'Play a Power card or pass.' : `${name} plays a Power card or passes.`;
    case 'work': {
      const left = `${plural(view.points, 'point')} left`;
      if (yours) return view.points > 0 ? `${left}: break ice, move ships, then end the turn.` : `${left}: move ships, then end the turn.`;
      const help = seats.some((info) => info.yours) ? ' You may help with cards.' : '';
      return `${name} breaks ice and moves ships: ${left}.${help}`;
    }
    case 'cut':
      return `${seatName(seats, view.cutting?.[0] ?? view.seat)} cuts ${plural(view.cutting?.[1] ?? 0, 'card')} from the discard pile.`;
    case 'report':
      return 'The next ice report is turned.';
    case 'over':
      if (view.brought === view.fleet) return 'All ships are home: everybody wins!';
      return `The season is over: ${view.brought} of ${plural(view.fleet, 'ship')} came home.`;
  }
}

/** The clause of the rule book that explains this moment. */
export function clause(view: IceBreakersView): string {
  if (view.stage === 'work') return view.points > 0 ? '6.1' : '7.1';
  if (view.stage === 'over') return view.brought === view.fleet ? '10.1' : '10.2';
  return { setup: '3.1', choose: '4.1', cut: '5.7', report: '9.4' }[view.stage];
}

/** Words for the match's options. */
export function chips(options: Record<string, unknown>): string[] {
  const words: string[] = [];
  if (options.introductory === true) words.push('Introductory: six ships');
  if (options.map === 'easy' || options.map === 'hard') words.push(`The ${options.map} map`);
  if (options.reports === '10-6') words.push('Reports 10-6');
  return words;
}
