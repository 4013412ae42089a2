// What happens on the floes, as signs.

import type { FloesEvent } from '../../protocol/events';
import type { Sign } from '../signs';

const ARROWS: Record<string, string> = { n: '↑', s: '↓', e: '→', w: '←' };

const short = (place: string): string => (place === 'north' ? 'N' : place === 'start' ? 'S' : place);

export function sign(event: FloesEvent): Sign | undefined {
  switch (event.event) {
    case 'again':
      return { kind: 'roll', picture: 'die', text: '↻' };
    case 'rolled':
      return {
        kind: 'roll',
        picture: 'die',
        text: event.label,
        places: ['die 1'],
        ...(event.label.startsWith('B') ? { tone: 'bear' } : {}),
      };
    case 'hopped':
      return { kind: 'step', picture: 'penguin', text: short(event.to), places: [event.to] };
    case 'slid':
      return { kind: 'step', picture: 'floe', text: event.floe + (ARROWS[event.to] ?? ''), places: [event.floe] };
    case 'bear_stepped':
      return { kind: 'step', picture: 'bear', text: short(event.to), places: [event.to] };
    case 'swam':
      return { kind: 'fate', picture: 'swim', text: '1', places: ['start'] };
    case 'sent_home':
      return { kind: 'fate', picture: 'swim', text: String(event.count), places: ['start'] };
    case 'won':
      return { kind: 'fate', picture: 'flag' };
    case 'lapsed':
      return { kind: 'step', picture: 'pass', text: `−${event.moves}` };
    case 'chose':
    case 'turn_of':
    case 'limit_reached':
      return undefined;
  }
}
