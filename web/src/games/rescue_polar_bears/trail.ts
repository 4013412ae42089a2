// The last steps as wakes: where ships have sailed since the viewer last acted.

import type { RescueView } from '../../protocol/views';
import { centre, type Hex, type Point } from './layout';

/** The way of one ship. */
export type Wake = { order: number; points: Point[] };

/** The ways that ships took in these steps, `WHO WORDS` each. It walks backwards: the view shows where they are now. */
export function wakes(view: RescueView, trail: readonly string[]): Wake[] {
  const fleet = Object.keys(view.ships).length;
  const ways = new Map<number, Hex[]>();
  let order = view.ship;
  // In the Action Phase the steps behind the last end belong to the ship whose turn it is.
  let acting = view.stage === 'action';
  for (const step of trail.toReversed()) {
    const [who, verb = '', hex = ''] = step.split(' ');
    if (who === '*') continue;
    if (verb === 'end') {
      if (acting) order = order > 1 ? order - 1 : fleet;
      acting = true;
    } else if (verb === 'sail') {
      ways.set(order, [hex, ...(ways.get(order) ?? [])]);
    }
  }
  return [...ways].flatMap(([order, hexes]) => (hexes.length > 1 ? [{ order, points: hexes.map(centre) }] : []));
}
