// What happens on the sheets, as signs; each belongs to a seat.

import type { PolarRollerEvent } from '../../protocol/events';
import type { Sign } from '../signs';

export function sign(event: PolarRollerEvent): Sign | undefined {
  switch (event.event) {
    case 'glacier_die':
      return { kind: 'roll', picture: 'die', tone: 'blue', text: event.shapes.join(''), seat: event.seat };
    case 'polar_dice':
      return { kind: 'roll', picture: 'die', text: event.dice.join(' '), seat: event.seat };
    case 'melted':
      return { kind: 'step', picture: 'melt', text: event.glacier, seat: event.seat };
    case 'took':
      return { kind: 'step', picture: 'gift', text: String(event.number), seat: event.seat };
    case 'penguin':
      return { kind: 'step', picture: event.fish ? 'fish' : 'penguin', text: String(event.cliff), seat: event.seat };
    case 'orca':
      return { kind: 'step', picture: 'orca', text: event.pool, seat: event.seat };
    case 'bear':
      return { kind: 'step', picture: 'bear', text: event.glacier, seat: event.seat };
    case 'ate':
      return { kind: 'step', picture: 'fish', text: `${event.from}→${event.to}`, seat: event.seat };
    case 'crossed':
      return { kind: 'step', picture: 'cross', text: String(event.number), seat: event.seat };
    case 'apart':
    case 'short':
    case 'done':
    case 'round_over':
    case 'over':
      return undefined;
  }
}
