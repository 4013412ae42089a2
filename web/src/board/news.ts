// What happened since a board was last drawn.

import type { Entry } from '../games/drawing';

/** Hands out each event of a log once, as it comes; what was there at first, and what is taken back, is no news. */
export class News<Event> {
  #seen: number | undefined;

  /** The events of the steps that were added since it was last asked. */
  of(history: readonly Entry<Event>[]): Event[] {
    const before = this.#seen;
    this.#seen = (history.at(-1)?.at ?? -1) + 1;
    return before === undefined ? [] : history.filter(({ at }) => at >= before).flatMap(({ events }) => events);
  }
}
