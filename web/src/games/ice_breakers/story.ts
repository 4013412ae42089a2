// What happens in the channels, as signs.

import type { IceBreakersEvent } from '../../protocol/events';
import type { Sign } from '../signs';

export function sign(event: IceBreakersEvent): Sign | undefined {
  switch (event.event) {
    case 'opened':
      return { kind: 'roll', picture: 'card', text: event.card.toUpperCase() };
    case 'added':
      return { kind: 'fate', picture: 'card', text: `+${event.card.toUpperCase()}` };
    case 'passed':
      return { kind: 'step', picture: 'pass' };
    case 'cashed':
      return { kind: 'fate', picture: 'card', text: `×${event.cuts}` };
    case 'cut':
    case 'collected':
      return { kind: 'fate', picture: 'card', text: event.card.toUpperCase() };
    case 'broke':
      return { kind: 'step', picture: 'crack', text: String(event.number), places: [event.space] };
    case 'moved':
      return { kind: 'step', picture: 'ship', text: String(event.ship), places: [event.to] };
    case 'arrived':
      return { kind: 'fate', picture: 'home', text: String(event.ship), places: [`h${event.ship}`] };
    case 'gave':
      return { kind: 'fate', picture: 'gift', text: event.card.toUpperCase() };
    case 'forecast':
      return { kind: 'roll', picture: 'card', text: event.report };
    case 'in_effect':
      return {
        kind: 'phase',
        picture: 'snow',
        text: String(event.spaces.length),
        places: event.spaces,
        many: event.spaces.length,
      };
    case 'stuck':
      return { kind: 'fate', picture: 'stuck', text: String(event.ship), places: [event.place] };
    case 'laid':
    case 'docked':
    case 'put_under':
    case 'dealt_anew':
    case 'waits':
    case 'joins_row':
    case 'dealt':
    case 'ended':
    case 'turn_of':
    case 'all_home':
    case 'out_of_power':
    case 'passed_round':
      return undefined;
  }
}
