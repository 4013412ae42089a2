// The sentences of the table around the board: what is to do, by which clause, and with which options.

import type { SeatInfo } from '../../protocol/protocol';
import type { FloesView } from '../../protocol/views';
import { labelName, plural, seatName } from './names';

/** What the seat whose turn it is has to do. */
export function prompt(view: FloesView, seats: SeatInfo[]): string {
  switch (view.stage) {
    case 'roll':
      return view.bears.length > 1 ? 'Roll the dice.' : 'Roll the die.';
    case 'order':
      return 'Choose the die that you use up first.';
    case 'move': {
      const label = view.die ?? '';
      const left = `${labelName(label)}, ${view.left ?? 0} left`;
      if (label.startsWith('B')) return `${left}: walk it or slide penguin-free ice.`;
      return `${left}: hop or slide ice.`;
    }
    case 'over': {
      const winner = winnerOf(view);
      return winner ? `${seatName(seats, winner)} wins: all three penguins are home.` : 'The match is over: nobody won.';
    }
  }
}

function winnerOf(view: FloesView): number | undefined {
  const goal = view.homesick ? 'home' : 'north';
  const won = Object.entries(view.penguins).find(([, places]) => places.every((place) => place === goal));
  return won && Number(won[0]);
}

/** The clause of the rule book that explains this moment. */
export function clause(view: FloesView): string {
  if (view.stage === 'move') return view.die?.startsWith('B') ? '6.1' : '4.1';
  return { roll: '3.1', order: '9.12', over: '8.1' }[view.stage];
}

const VARIANTS: Readonly<Record<string, string>> = {
  polar_bear_alert: 'Polar Bear Alert',
  homesick_penguins: 'Homesick Penguins',
  global_warming: 'Global Warming',
  mega_ice_age: 'Mega Ice Age',
  pack_ice: 'Pack Ice',
  deep_freeze: 'Deep Freeze',
};
const USUAL_DIE = 'B3 P2 P3 P3 P4 P4';

/** Words for the match's options. */
export function chips(options: Record<string, unknown>): string[] {
  const words = Object.entries(VARIANTS)
    .filter(([key]) => options[key] === true && !(key === 'pack_ice' && options.deep_freeze === true))
    .map(([, name]) => name);
  const die = faces(options).join(' ');
  if (Array.isArray(options.die) && die !== USUAL_DIE) words.push(`Die ${die}`);
  if (typeof options.turn_limit === 'number') words.push(`Stops after ${plural(options.turn_limit, 'turn')}`);
  return words;
}

/** The six labels of the die, sorted. */
export function faces(options: Record<string, unknown>): string[] {
  return Array.isArray(options.die) ? options.die.map(String).sort() : USUAL_DIE.split(' ');
}
