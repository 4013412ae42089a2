// The seats of a match that nobody sits at.

import type { SeatInfo } from '../protocol/protocol';

/** Seats with nothing but the names by which the game calls them. */
export function seatsNamed(names: readonly string[]): SeatInfo[] {
  return names.map((name, index) => ({
    seat: index + 1,
    name,
    holder: 'open',
    player: '',
    yours: false,
    present: true,
    abandoned: false,
    adds: true,
  }));
}
