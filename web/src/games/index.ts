// Which drawing shows which game. A game that is not named here is shown in words.

import type { Component } from 'svelte';
import type { BoardProps, Drawing } from './drawing';

/** A drawing of any game; the view comes from the server and fits the game. */
export type AnyDrawing = Drawing<Record<string, unknown>>;

// A drawing takes the view of its own game; that it is given no other is what this list is for.
type Load<What> = () => Promise<{ default: What }>;
type Loads = {
  whole: Load<Drawing<never>>;
  /** The board alone, for a picture: the first page loads no more than that. */
  board: Load<Component<BoardProps<never>>>;
};

const FLOES: Loads = { whole: () => import('./floes'), board: () => import('./floes/Board.svelte') };
const plain: Load<Drawing<never>> = () => import('./plain');
const DRAWINGS: Readonly<Record<string, Loads>> = {
  'polar-dare': FLOES,
  'piecepack-dare': FLOES,
  'rescue-polar-bears': {
    whole: () => import('./rescue_polar_bears'),
    board: () => import('./rescue_polar_bears/Board.svelte'),
  },
  'polar-roller': { whole: () => import('./polar_roller'), board: () => import('./polar_roller/Board.svelte') },
  'ice-breakers': { whole: () => import('./ice_breakers'), board: () => import('./ice_breakers/Board.svelte') },
};

/** Has this game a drawing of its own? */
export const isDrawn = (game: string): boolean => game in DRAWINGS;

/** The drawing of a game. */
export async function drawingOf(game: string): Promise<AnyDrawing> {
  const { default: drawing } = await (DRAWINGS[game]?.whole ?? plain)();
  return drawing as unknown as AnyDrawing;
}

/** The board of a game that is drawn, and nothing else of it. */
export async function boardOf(game: string): Promise<AnyDrawing['Board']> {
  const load = DRAWINGS[game]?.board;
  return load ? ((await load()).default as unknown as AnyDrawing['Board']) : (await drawingOf(game)).Board;
}
