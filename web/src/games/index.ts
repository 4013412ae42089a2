// Which drawing shows which game: each folder beside this file says in its `game.ts` which games it draws. A game that
// no folder names is shown in words.

import type { Component } from 'svelte';
import type { Drawing, Listed, PaperProps } from './drawing';

/** A drawing of any game; the view comes from the server and fits the game. */
export type AnyDrawing = Drawing<Record<string, unknown>>;

const LISTED = Object.values(import.meta.glob<Listed>('./*/game.ts', { eager: true, import: 'default' }));

const listed = (game: string): Listed | undefined => LISTED.find(({ ids }) => ids.includes(game));

/** Has this game a drawing of its own? */
export const isDrawn = (game: string): boolean => listed(game) !== undefined;

/** Is there something of this game to print? */
export const isPrinted = (game: string): boolean => listed(game)?.paper !== undefined;

/** What is printed of a game: its pages. */
export async function paperOf(game: string): Promise<Component<PaperProps<Record<string, unknown>>> | undefined> {
  return (await listed(game)?.paper?.())?.default as Component<PaperProps<Record<string, unknown>>> | undefined;
}

/** The drawing of a game. */
export async function drawingOf(game: string): Promise<AnyDrawing> {
  return (await (listed(game)?.whole() ?? import('./plain'))).default as AnyDrawing;
}

/** The board of a game that is drawn, and nothing else of it. */
export async function boardOf(game: string): Promise<AnyDrawing['Board']> {
  const found = listed(game);
  return found ? ((await found.board()).default as AnyDrawing['Board']) : (await drawingOf(game)).Board;
}
