// The last steps as wakes: where ships have sailed since the viewer last acted.

import type { RescueEvent } from '../../protocol/events';
import type { RescueView } from '../../protocol/views';
import type { Entry } from '../drawing';
import { centre, type Hex, type Point } from './layout';

/** The way of one ship. */
export type Wake = { order: number; points: Point[] };

/** The ways that ships took in these steps: from where each was to where it sailed, step by step. */
export function wakes({ ships }: RescueView, trail: readonly Pick<Entry<RescueEvent>, 'events'>[]): Wake[] {
  const ways = new Map<string, Hex[]>();
  for (const event of trail.flatMap(({ events }) => events)) {
    if (event.event === 'sailed') ways.set(event.ship, [...(ways.get(event.ship) ?? [event.from]), event.to]);
  }
  return Object.entries(ships).flatMap(([order, { word }]) => {
    const hexes = ways.get(word) ?? [];
    return hexes.length > 1 ? [{ order: Number(order), points: hexes.map(centre) }] : [];
  });
}
