// The last steps as marks on the map: which ice was broken, and where ships went.

import type { IceBreakersEvent } from '../../protocol/events';
import type { Entry } from '../drawing';

/** One mark; `age` is 0 for the newest. */
export type Mark = { kind: 'broken' | 'moved'; place: string; seat: number; age: number };

const MOST = 14;

/** The marks of these steps, one for each place. */
export function marks(trail: readonly Pick<Entry<IceBreakersEvent>, 'events'>[]): Mark[] {
  const found = new Map<string, Mark>();
  for (const event of trail.flatMap(({ events }) => events).reverse()) {
    if (found.size >= MOST) break;
    const mark = markOf(event);
    if (mark && !found.has(mark.place)) found.set(mark.place, { ...mark, age: found.size });
  }
  return [...found.values()].reverse();
}

function markOf(event: IceBreakersEvent): Omit<Mark, 'age'> | undefined {
  if (event.event === 'broke') return { kind: 'broken', place: event.space, seat: event.seat };
  if (event.event === 'moved') return { kind: 'moved', place: event.to, seat: event.seat };
  return undefined;
}
