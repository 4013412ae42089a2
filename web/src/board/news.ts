// What happened since a board was last drawn.

import type { Entry } from '../games/drawing';

/**
 * Hands out each event of a log once, as it comes; what was there at first, and what is taken back, is no news. A step may
 * come in parts.
 */
export class News<Event> {
  /** The last step that was seen, and how many of its events. */
  #seen: { at: number; count: number } | undefined;

  /** The events that were added since it was last asked. */
  of(history: readonly Entry<Event>[]): Event[] {
    const before = this.#seen;
    const last = history.at(-1);
    this.#seen = { at: last?.at ?? -1, count: last?.events.length ?? 0 };
    if (before === undefined) return [];
    return history
      .filter(({ at }) => at >= before.at)
      .flatMap(({ at, events }) => (at === before.at ? events.slice(before.count) : events));
  }
}
