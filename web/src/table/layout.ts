// How the places of the table lie on a screen: bar, stage, dock, story and side.

/**
 * - `phone`: the board over the dock, the side in a drawer;
 * - `sideways`: the board at the left, bar and dock in a column, the side in a drawer;
 * - `tablet`: the board over dock and side;
 * - `laptop`: the board beside a column;
 * - `wide`: the board beside two columns, log and talk in the second.
 */
export type Layout = 'phone' | 'sideways' | 'tablet' | 'laptop' | 'wide';

/** The layout for a screen of so many CSS pixels; a zoomed page has fewer. */
export function layoutFor(width: number, height: number): Layout {
  if (width < 480) return 'phone';
  if (height < 480 || (width < 896 && width >= height)) return 'sideways';
  if (width < 600) return 'phone';
  if (width < 896) return 'tablet';
  return width < 1600 ? 'laptop' : 'wide';
}
