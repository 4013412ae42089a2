// Where the steps of a plan are drawn.

import type { IceBreakersAction } from '../../protocol/actions';

/** A place with the numbers of the steps that a plan has there. */
export type Mark = { place: string; numbers: number[] };

/** The places of a plan's steps; cards have none. */
export function planned(actions: readonly IceBreakersAction[]): Mark[] {
  const marks = new Map<string, number[]>();
  actions.forEach((action, index) => {
    const place = action.action === 'clear' ? action.space : action.action === 'move' ? action.to : undefined;
    if (place !== undefined) marks.set(place, [...(marks.get(place) ?? []), index + 1]);
  });
  return [...marks].map(([place, numbers]) => ({ place, numbers }));
}
