// Where a bubble stands: beside what it speaks of, inside its room, over nothing that it points at.

export type Box = { left: number; top: number; right: number; bottom: number };
type Size = { width: number; height: number };

const GAP = 12;
const EDGE = 8;

/** Whether a bubble of this size has its edges inside. */
const fits = (room: Box, { width, height }: Size): boolean =>
  room.right - room.left >= width + 2 * EDGE && room.bottom - room.top >= height + 2 * EDGE;

/**
 * The room for a bubble: the board, so that no button is covered, where the thing lies on it and the bubble fits;
 * otherwise the window.
 */
export function roomFor(thing: Box | undefined, size: Size, board: Box | undefined, window: Size): Box {
  const whole = { left: 0, top: 0, right: window.width, bottom: window.height };
  if (!board) return whole;
  const seen = {
    left: Math.max(board.left, 0),
    top: Math.max(board.top, 0),
    right: Math.min(board.right, window.width),
    bottom: Math.min(board.bottom, window.height),
  };
  const isOn =
    !thing ||
    (thing.left < seen.right && thing.right > seen.left && thing.top < seen.bottom && thing.bottom > seen.top);
  return isOn && fits(seen, size) ? seen : whole;
}

/** The place of a bubble of this size for a thing in a room; `tail` is where its point stands, from its left. */
export function bubbleAt(
  thing: Box | undefined,
  { width, height }: Size,
  room: Box,
): { x: number; y: number; side: 'above' | 'below' | 'free'; tail: number } {
  const across = (value: number): number => Math.max(room.left + EDGE, Math.min(value, room.right - EDGE - width));
  const down = (value: number): number => Math.max(room.top + EDGE, Math.min(value, room.bottom - EDGE - height));
  if (!thing) {
    const x = across((room.left + room.right - width) / 2);
    return { x, y: down(room.top + (room.bottom - room.top) * 0.16), side: 'free', tail: 0 };
  }
  const middle = (thing.left + thing.right) / 2;
  const x = across(middle - width / 2);
  const above = thing.top - GAP - height;
  const below = thing.bottom + GAP;
  const side = above >= room.top + EDGE || room.bottom - below < height + EDGE ? 'above' : 'below';
  const y = down(side === 'above' ? above : below);
  return { x, y, side, tail: Math.max(16, Math.min(middle - x, width - 16)) };
}
