// Where something was drawn on a sheet, and whose sheet it is.

import type { PolarRollerEvent } from '../../protocol/events';
import type { Place } from './layout';

/** The place at which an event draws something. */
export function drawnBy(event: PolarRollerEvent): { seat: number; place: Place } | undefined {
  switch (event.event) {
    case 'melted':
    case 'bear':
      return { seat: event.seat, place: event.glacier };
    case 'penguin':
      return { seat: event.seat, place: String(event.cliff) };
    case 'orca':
      return { seat: event.seat, place: event.pool };
    default:
      return undefined;
  }
}
