// Which drawing shows which game. A game that is not named here is shown in words.

import type { Drawing } from './drawing';

/** A drawing of any game; the view comes from the server and fits the game. */
export type AnyDrawing = Drawing<Record<string, unknown>>;

const folders = import.meta.glob<{ default: unknown }>('./floes/index.ts');
const floes = folders['./floes/index.ts'];

const DRAWINGS: Readonly<Record<string, (() => Promise<{ default: unknown }>) | undefined>> = {
  'polar-dare': floes,
  'piecepack-dare': floes,
};

/** Is this game shown in words, for want of a drawing? */
export const isPlain = (game: string): boolean => DRAWINGS[game] === undefined;

/** The drawing of a game. */
export async function drawingOf(game: string): Promise<AnyDrawing> {
  const { default: drawing } = await (DRAWINGS[game] ?? (() => import('./plain')))();
  return drawing as AnyDrawing;
}
