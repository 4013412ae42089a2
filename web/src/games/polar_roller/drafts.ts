// What others have drawn and not finished is not shown: their sheets stand as they were when the dice fell.

import type { Logged, SeatInfo } from '../../protocol/protocol';
import type { PolarRollerView, RollerSheet } from '../../protocol/views';
import { readStep, sinceDice } from '../../table/steps';

const DRAWS = ['melt', 'penguin', 'orca', 'bear'];

/** The view without the drafts of others; `before` is the view when the dice last fell, or one that was seen later. */
export function settle(
  view: PolarRollerView,
  before: PolarRollerView,
  seats: SeatInfo[],
  history: readonly Logged[],
): PolarRollerView {
  const others = seats.filter(({ seat, yours }) => !yours && view.sheets[seat]?.busy);
  if (others.length === 0 || before.round !== view.round || before.phase !== view.phase) return view;
  const steps = sinceDice(history).map(({ step }) => readStep(step));
  const sheets = { ...view.sheets };
  for (const { seat } of others) {
    const drawn = steps.flatMap(({ seat: who, words }) => {
      const [verb = '', place = ''] = words.split(' ');
      return who === seat && DRAWS.includes(verb) ? [place] : [];
    });
    const sheet = before.sheets[seat];
    if (sheet) sheets[seat] = { ...without(sheet, drawn), busy: true };
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
