// What happens at sea, as signs.

import type { RescueEvent } from '../../protocol/events';
import type { Sign } from '../signs';

const all = ({ males, females, cubs }: { males: number; females: number; cubs: number }): string =>
  String(males + females + cubs);

export function sign(event: RescueEvent): Sign | undefined {
  switch (event.event) {
    case 'sailed':
      return { kind: 'step', picture: 'ship', text: event.to, places: [event.to] };
    case 'loaded':
    case 'boarded':
      return { kind: 'fate', picture: 'bear', text: `↥${event.from}`, places: [event.from] };
    case 'unloaded':
      return { kind: 'fate', picture: 'home', text: all(event.bears) };
    case 'collected':
      return { kind: 'fate', picture: 'data', text: `+1`, places: [event.hex] };
    case 'upgraded':
      return { kind: 'fate', picture: 'upgrade' };
    case 'helicopter_came':
      return { kind: 'fate', picture: 'helicopter', text: '+1' };
    case 'card_drawn':
    case 'card_used':
      return { kind: 'fate', picture: 'card' };
    case 'lifted':
      return { kind: 'fate', picture: 'helicopter', text: event.from, places: [event.from] };
    case 'broke':
    case 'blown':
      return { kind: 'fate', picture: 'crack', text: event.hex, places: [event.hex] };
    case 'fled':
    case 'cub_placed':
      return { kind: 'fate', picture: 'flee', text: event.to, places: [event.from, event.to] };
    case 'sank':
      return { kind: 'phase', picture: 'sink', text: all(event.bears), places: [event.hex] };
    case 'cooled':
      return { kind: 'fate', picture: 'cold', text: `${event.to}°` };
    case 'blue_die':
      return { kind: 'roll', picture: 'die', tone: 'blue', text: String(event.number) };
    case 'warmer':
    case 'shortage':
      return { kind: 'phase', picture: 'heat', text: `+${event.extra}` };
    case 'born':
      return { kind: 'phase', picture: 'cub', text: `+${event.count}`, places: [event.hex] };
    case 'growth':
      return { kind: 'phase', picture: 'grow', text: event.hex, places: [event.hex] };
    case 'grew':
      return { kind: 'fate', picture: 'grow', text: event.hex, places: [event.hex] };
    case 'red_die':
      return { kind: 'roll', picture: 'die', tone: 'red', text: `${event.pips} → ${event.to}°` };
    case 'melting':
      return { kind: 'phase', picture: 'melt', text: String(event.number), places: [event.hex] };
    case 'alert_set':
      return { kind: 'fate', picture: 'alert', text: String(event.number), places: [event.hex] };
    case 'data_placed':
    case 'data_left':
    case 'tile_gone':
      return { kind: 'mark', picture: 'data', places: [event.hex] };
    case 'dealt':
    case 'mustered':
    case 'position_taken':
    case 'alert_gone':
    case 'revealed':
    case 'turn_of':
    case 'support_reached':
    case 'card_declined':
    case 'actions_ended':
    case 'over':
      return undefined;
  }
}
