// How far the bears are from penguins: steps from ice to ice as it lies, without sliding any.

import type { SeatInfo } from '../../protocol/protocol';
import type { FloesView } from '../../protocol/views';
import { beyond, isShore, isWater, type Spot } from './layout';
import { plural, seatName } from './names';

/** The steps that a bear needs to each floe that it can walk to. */
export function reach(view: FloesView, bear: Spot): Map<Spot, number> {
  const steps = new Map<Spot, number>([[bear, 0]]);
  for (const [spot, count] of steps) {
    for (const next of around(view, spot)) if (!steps.has(next)) steps.set(next, count + 1);
  }
  steps.delete(bear);
  return steps;
}

/** The ice that touches this place. */
function around(view: FloesView, spot: Spot): Spot[] {
  if (spot === 'north') return Object.keys(view.floes).filter((floe) => beyond(view, floe, 'n') === 'north');
  const sides = (['n', 'e', 's', 'w'] as const).map((side) => beyond(view, spot, side));
  return sides.filter((next): next is Spot => next !== undefined && !isWater(next) && !isShore(next));
}

/** Which penguins the bears can walk to, the nearest first, in sentences. */
export function forecast(view: FloesView, seats: SeatInfo[]): string {
  if (view.stage === 'over') return 'The match is over.';
  return view.bears.map((bear, index) => threat(view, seats, bear, index)).join(' ');
}

function threat(view: FloesView, seats: readonly SeatInfo[], bear: Spot, index: number): string {
  const name = view.bears.length > 1 ? `Bear ${index + 1}` : 'The bear';
  const steps = reach(view, bear);
  const found = Object.entries(view.penguins).flatMap(([seat, places]) =>
    [...new Set(places.map((place) => place.replace('~', '')))].flatMap((place) => {
      const count = steps.get(place);
      return count === undefined
        ? []
        : [{ count, text: `${seatName(seats, Number(seat))} on ${place} in ${plural(count, 'step')}` }];
    }),
  );
  found.sort((one, other) => one.count - other.count);
  const where = bear === 'north' ? 'at the North Pole' : `on ${bear}`;
  if (found.length === 0) return `${name} is ${where} and can walk to no penguin as the ice lies.`;
  return `${name} is ${where}. As the ice lies it walks to ${found.map(({ text }) => text).join(', ')}.`;
}
