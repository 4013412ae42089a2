// The sentences of the table around the board: what is to do, by which clause, and with which options.

import type { SeatInfo } from '../../protocol/protocol';
import type { RescueView } from '../../protocol/views';
import { plural, shipName } from './names';

/** What the seat whose turn it is has to do. */
export function prompt(view: RescueView, _seats: SeatInfo[]): string {
  const ship = shipName(view, view.ship);
  const [hex, bears] = view.scene ?? ['', ''];
  switch (view.ask) {
    case 'act': {
      const left = view.left ?? 0;
      if (view.free === 'load') return `${ship}: the next bear is free, then ${plural(left, 'action')} left.`;
      if (left === 0) return `${ship}: no action left, end the actions.`;
      return `${ship}: ${plural(left, 'action')} left.`;
    }
    case 'upgrade':
      return 'An Upgrade Token: choose a ship and a box.';
    case 'card':
      return `${view.card?.name}: use it or decline.`;
    case 'remove':
      return 'Choose the ice that is blown up.';
    case 'lift':
      return 'Choose a bear that flies to safety.';
    case 'flee':
      return `${plural(bears.length, 'bear')} on ${hex} must flee: who goes where?`;
    case 'place':
      return `A newborn cub has no room on ${hex}: where does it go?`;
    case 'board':
      return `${plural(bears.length, 'bear')} would sink at ${hex}: take aboard Iron Petrel?`;
    case 'grow':
      return `A cub on ${hex} grows up: male or female?`;
    case 'alert':
      return 'Choose the Alert Token that is next.';
    case 'chance':
      return view.stage === 'set_up' ? 'The board is set up.' : view.stage === 'action' ? 'Something is drawn.' : 'The dice fall.';
    case 'over':
      return ended(view);
  }
}

function ended(view: RescueView): string {
  switch (view.ending) {
    case 'won':
      return `Everybody wins: all ${view.target} data are collected.`;
    case 'sunk':
      return 'Lost: a bear sank and no helicopter was left.';
    case 'heat':
      return `Lost: it is ${view.temperature}°, warmer than 20.`;
    default:
      return `The match stops with ${view.collected} data.`;
  }
}

/** The clause of the rule book that explains this moment. */
export function clause(view: RescueView): string {
  switch (view.ask) {
    case 'act':
      return view.free === 'load' ? '10.5' : (view.left ?? 0) > 0 ? '4.1' : '4.4';
    case 'upgrade':
      return '9.3';
    case 'card':
      return '11.2';
    case 'remove':
      return '11.7';
    case 'lift':
      return '11.8';
    case 'flee':
      return '12.1';
    case 'place':
      return '13.4';
    case 'board':
      return '12.7';
    case 'grow':
      return '13.8';
    case 'alert':
      return '15.3';
    case 'chance':
      return view.stage === 'set_up' ? '2.1' : view.stage === 'action' ? '9.1' : view.blue === undefined ? '13.1' : '14.1';
    case 'over':
      return view.ending === 'won' ? '1.5' : view.ending === 'limit' ? '1.4' : '1.6';
  }
}

/** Words for the match's options. */
export function chips(options: Record<string, unknown>): string[] {
  const words: string[] = [];
  if (typeof options.start_temperature === 'number' && options.start_temperature !== 8) {
    words.push(`Starts at ${options.start_temperature}°`);
  }
  if (options.rough_road === true) words.push('Rough Road Ahead');
  if (options.rapid_warming === true) words.push('Rapid Warming');
  if (options.growth_first === true) words.push('Growth first');
  if (typeof options.ships === 'number') words.push(plural(options.ships, 'ship'));
  if (typeof options.turn_limit === 'number') words.push(`Stops after ${plural(options.turn_limit, 'turn')}`);
  return words;
}
