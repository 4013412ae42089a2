// What places, seats and shapes are called, on screen and read aloud.

import type { SeatInfo } from '../../protocol/protocol';
import type { PolarRollerView } from '../../protocol/views';
import { gainAt, type Offers } from './gestures';
import { chartOf, type Place } from './layout';

/** What a seat is called: you, the holder's name, or the game's word. */
export function seatName(seats: readonly SeatInfo[], seat: number): string {
  const info = seats.find((one) => one.seat === seat);
  const several = seats.filter(({ yours }) => yours).length > 1;
  if (info?.yours && !several) return 'You';
  if (info?.yours) return info.name;
  return info?.player || info?.name || `Seat ${seat}`;
}

/** Names one after the other. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

/** A number with its noun: `1 point`, `3 points`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const SHAPES: Readonly<Record<string, string>> = { t: 'triangle', d: 'diamond', z: 'trapezoid' };

/** The shapes of these letters in words: `two triangles`, `a triangle and a diamond`. */
export function shapesName(letters: string): string {
  const [one = '', two] = letters;
  if (two === undefined) return `a ${SHAPES[one] ?? 'glacier'}`;
  return one === two ? `two ${SHAPES[one]}s` : `a ${SHAPES[one]} and a ${SHAPES[two]}`;
}

/** A difference of points as it is read aloud. */
export function gainName(gain: number): string {
  if (gain === 0) return 'no change in points';
  return `${gain > 0 ? 'plus' : 'minus'} ${plural(Math.abs(gain), 'point')}`;
}

/** A place as it is read aloud: what it is, what is there, what can be done, what lies beside it. */
export function placeName(view: PolarRollerView, seat: number, offers: Offers, place: Place): string {
  const spot = chartOf(view).spotOf(place);
  const on = view.sheets[seat]?.on ?? {};
  if (!spot) return place;
  const parts: string[] = [];
  if (spot.kind === 'glacier') {
    parts.push(`Glacier ${place}, ${SHAPES[spot.shape!]}`);
    parts.push(on[place] === 'melted' ? 'melted' : on[place] === 'bear' ? 'bear' : 'frozen');
    const points = view.sheets[seat]?.grounds?.[place];
    if (points !== undefined)
      parts.push(points > 0 ? `hunting ground of ${plural(points, 'point')}` : 'shares its ground');
  } else if (spot.kind === 'cliff') {
    const colony = spot.colony ? `, ${spot.colony.spoken} colony` : '';
    parts.push(`Cliff ${place}${colony}${spot.fishing ? ', fishing cliff' : ''}`);
    parts.push(on[place] === 'penguin' ? 'penguin' : 'free');
  } else {
    parts.push(`Pool ${place}`);
    const open = spot.beside.some((glacier) => on[glacier] === 'melted');
    parts.push(on[place] === 'orca' ? 'orca' : open ? 'open' : 'under ice');
    if (view.sheets[seat]?.pods?.some((pod) => pod.split(' ').includes(place))) parts.push('in a pod');
  }
  const choice = offers.places.get(place);
  if (choice) parts.push(`can be chosen: ${choice.label}, ${gainName(gainAt(view, seat, place))}`);
  const beside = spot.kind === 'cliff' ? 'paths to' : spot.kind === 'pool' ? 'touches' : 'beside';
  parts.push(`${beside} ${spot.beside.join(', ')}`);
  return `${parts.join('; ')}.`;
}
