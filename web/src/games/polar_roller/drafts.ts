// What others have drawn and not finished is not shown: their sheets stand as they were when the dice fell.

import type { PolarRollerEvent } from '../../protocol/events';
import type { SeatInfo } from '../../protocol/protocol';
import type { PolarRollerView, RollerSheet } from '../../protocol/views';
import { sinceDice } from '../../table/steps';
import type { Entry } from '../drawing';
import { drawnBy } from './drawn';

/** The view without the drafts of others; `before` is the view when the dice last fell, or one that was seen later. */
export function settle(
  view: PolarRollerView,
  before: PolarRollerView,
  seats: SeatInfo[],
  history: readonly Entry<PolarRollerEvent>[],
): PolarRollerView {
  const others = seats.filter(({ seat, yours }) => !yours && view.sheets[seat]?.busy);
  if (others.length === 0 || before.round !== view.round || before.phase !== view.phase) return view;
  const drawn = sinceDice(history).flatMap(({ events }) => events.flatMap((event) => drawnBy(event) ?? []));
  const sheets = { ...view.sheets };
  for (const { seat } of others) {
    const places = drawn.filter((one) => one.seat === seat).map(({ place }) => place);
    const sheet = before.sheets[seat];
    if (sheet) sheets[seat] = { ...without(sheet, places), busy: true };
  }
  return { ...view, sheets };
}

/** A sheet on which these places are empty again. */
function without(sheet: RollerSheet, places: readonly string[]): RollerSheet {
  if (!places.some((place) => place in sheet.on)) return sheet;
  const { pods = [], grounds = {}, ...rest } = sheet;
  const kept = <T>(marks: { [key in string]: T }): { [key in string]: T } =>
    Object.fromEntries(Object.entries(marks).filter(([place]) => !places.includes(place)));
  return {
    ...rest,
    on: kept(sheet.on),
    pods: pods.filter((pod) => !pod.split(' ').some((pool) => places.includes(pool))),
    grounds: kept(grounds),
  };
}
