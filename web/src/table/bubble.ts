// Where a bubble stands: beside what it speaks of, inside the window, over nothing that it points at.

export type Box = { left: number; top: number; right: number; bottom: number };
type Size = { width: number; height: number };

const GAP = 12;
const EDGE = 8;

/** The place of a bubble of this size for a thing in a window; `tail` is where its point stands, from its left. */
export function bubbleAt(
  thing: Box | undefined,
  { width, height }: Size,
  window: Size,
): { x: number; y: number; side: 'above' | 'below' | 'free'; tail: number } {
  const within = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most - EDGE));
  if (!thing) {
    const x = within(window.width / 2 - width / 2, window.width - width);
    return { x, y: within(window.height * 0.16, window.height - height), side: 'free', tail: 0 };
  }
  const middle = (thing.left + thing.right) / 2;
  const x = within(middle - width / 2, window.width - width);
  const above = thing.top - GAP - height;
  const below = thing.bottom + GAP;
  const side = above >= EDGE || window.height - below < height ? 'above' : 'below';
  const y = within(side === 'above' ? above : below, window.height - height);
  return { x, y, side, tail: Math.max(16, Math.min(middle - x, width - 16)) };
}
