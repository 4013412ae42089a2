// Which drawing shows which game. A game that is not named here is shown in words.

import type { Drawing } from './drawing';

/** A drawing of any game; the view comes from the server and fits the game. */
export type AnyDrawing = Drawing<Record<string, unknown>>;

// A drawing takes the view of its own game; that it is given no other is what this list is for.
type Load = () => Promise<{ default: Drawing<never> }>;

const plain: Load = () => import('./plain');
const DRAWINGS: Readonly<Record<string, Load>> = {
  'polar-dare': () => import('./floes'),
  'piecepack-dare': () => import('./floes'),
  'rescue-polar-bears': () => import('./rescue_polar_bears'),
  'polar-roller': () => import('./polar_roller'),
  'ice-breakers': () => import('./ice_breakers'),
};

/** Has this game a drawing of its own? */
export const isDrawn = (game: string): boolean => game in DRAWINGS;

/** The drawing of a game. */
export async function drawingOf(game: string): Promise<AnyDrawing> {
  const { default: drawing } = await (DRAWINGS[game] ?? plain)();
  return drawing as unknown as AnyDrawing;
}
