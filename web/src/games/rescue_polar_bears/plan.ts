// Where the steps of a plan are drawn.

import type { RescueAction } from '../../protocol/actions';
import type { RescueView } from '../../protocol/views';
import { anchor, shipHex } from './gestures';
import { centre, type Hex, type Point } from './layout';

/** A hex with the numbers of the steps that a plan has there. */
export type Mark = { hex: Hex; numbers: number[] };

/** The hexes of a plan's steps, and the way on which the ship would sail; where it began is unknown if it is `done`. */
export function planned(
  view: RescueView,
  actions: readonly RescueAction[],
  done = false,
): { marks: Mark[]; way: Point[] } {
  const marks = new Map<Hex, number[]>();
  let sea = view;
  const way: Hex[] = [];
  actions.forEach((action, index) => {
    const hex = anchor(sea, { action });
    if (hex === undefined) return;
    marks.set(hex, [...(marks.get(hex) ?? []), index + 1]);
    if (action.action !== 'sail') return;
    const from = shipHex(sea);
    if (way.length === 0 && from !== undefined && !done) way.push(from);
    way.push(hex);
    sea = sailed(sea, hex);
  });
  return { marks: [...marks].map(([hex, numbers]) => ({ hex, numbers })), way: way.map(centre) };
}

/** The view with the acting ship on another hex. */
export function sailed(view: RescueView, hex: Hex): RescueView {
  const ship = view.ships[view.ship];
  return ship ? { ...view, ships: { ...view.ships, [view.ship]: { ...ship, hex } } } : view;
}
