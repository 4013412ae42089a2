// How a plan is drawn on a board: every step has one mark.

import { none } from '../games/none';

export type Point = { x: number; y: number };

/** What one step of a plan looks like. */
export type Mark =
  /** Something goes along these points; `piece` says what, for the ghost at the end. */
  | { kind: 'way'; points: readonly Point[]; piece?: string }
  /** Something is done here. */
  | { kind: 'spot'; at: Point; piece?: string }
  /** A card, a number or a button, which lies beside the places: `7`, `End`. */
  | { kind: 'aside'; text: string };

/** A mark with the number of its step. */
export type Drawn = Mark & { number: number };

/** A way from one point to another. */
export function way(points: readonly Point[], piece?: string): Mark {
  return { kind: 'way', points, ...(piece === undefined ? {} : { piece }) };
}

/** A place. */
export function spot(at: Point, piece?: string): Mark {
  return { kind: 'spot', at, ...(piece === undefined ? {} : { piece }) };
}

/** Something beside the places. */
export function aside(text: string): Mark {
  return { kind: 'aside', text };
}

/** Where a mark's number stands: in the middle of a way, above a place; none for what lies beside the places. */
export function badgeOf(mark: Mark): Point | undefined {
  switch (mark.kind) {
    case 'way': {
      const { points } = mark;
      const last = Math.max(1, Math.floor((points.length - 1) / 2 + 0.5));
      const [one, other] = [points[last - 1] ?? points[0]!, points[last] ?? points[0]!];
      return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    }
    case 'spot':
      return mark.at;
    case 'aside':
      return undefined;
    default:
      return none(mark);
  }
}

/** The badges of marks: those that would lie on each other stand side by side. */
export function badges(marks: readonly Drawn[], size: number): (Point & { number: number })[] {
  const placed: (Point & { number: number })[] = [];
  for (const mark of marks) {
    const at = badgeOf(mark);
    if (!at) continue;
    const y = mark.kind === 'spot' ? at.y - size * 1.1 : at.y;
    let { x } = at;
    while (placed.some((other) => Math.hypot(other.x - x, other.y - y) < size * 1.9)) x += size * 2;
    placed.push({ x, y, number: mark.number });
  }
  return placed;
}

/** The numbers of the steps by the words of their actions; a step that comes twice is found by its first number. */
export function numbersOf(words: readonly string[], first = 1): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  words.forEach((one, index) => {
    if (!numbers.has(one)) numbers.set(one, first + index);
  });
  return numbers;
}
