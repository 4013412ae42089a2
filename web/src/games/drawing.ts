// What a game's drawing is given and what it gives: the joint between the table and the games.

import type { Component } from 'svelte';
import type { Logged, SeatInfo } from '../protocol/protocol';

/** One legal action of one of the viewer's seats. */
export type Choice = {
  seat: number;
  number: number;
  /** The words that are submitted and typed: `hop start a1`. */
  words: string;
  /** What a button says: `Penguin from START to a1`. */
  label: string;
  /** Does it roll or reveal something, so that it cannot be taken back without consent? */
  draws: boolean;
};

/** Somebody points at a place. */
export type Pinged = { place: string; name: string; seat?: number; key: number };

/** A plan that is drawn as numbered ghosts: its actions in the game's words, the next one first. */
export type Ghosts = {
  name: string;
  seat?: number;
  actions: readonly string[];
  /** Does the view show the position after them, and not before? */
  done?: boolean;
};

export type BoardProps<View> = {
  view: View;
  seats: SeatInfo[];
  /** What the viewer may do now; empty if nothing. The only source of what lights up. */
  choices: Choice[];
  /** The steps since the viewer last acted, `WHO WORDS` each: drawn as trails. */
  trail: string[];
  /** The last steps and what was told of them, the newest last. */
  history?: readonly Logged[];
  /** The own seat for which the person acts. */
  acting?: number | undefined;
  pings: Pinged[];
  /** Plans that are shown to the table, or the one that is being built. */
  plans?: Ghosts[];
  /** A picture only: no names, no focus, no motion. */
  still?: boolean;
  onact?: (choice: Choice) => void;
  /** The person tried something that is not legal: words of what may have been meant, the likeliest first. */
  onwhy?: (actions: string[]) => void;
  onping?: (place: string) => void;
  /** The person wants to act for another own seat. */
  onseat?: (seat: number) => void;
  /** Says something aloud (live region): the place under the cursor, what is selected. */
  onsay?: (text: string) => void;
};

export type PanelProps<View> = {
  view: View;
  seats: SeatInfo[];
  awaited: number[];
  /** The options of the match. */
  options?: Record<string, unknown>;
};

/** A value whose course over the match is drawn: from 0 to `most`, or to the highest of all. */
export type Gauge = { name: string; value: number; most?: number; seat?: number };

/** Everything the table needs to know about a game. */
export type Drawing<View = never> = {
  Board: Component<BoardProps<View>>;
  /** Dice, players' progress: what stands beside the board. */
  Panel: Component<PanelProps<View>>;
  /** What the seat whose turn it is has to do, in one short sentence; of several own seats, the acting one. */
  prompt: (view: View, seats: SeatInfo[], acting?: number) => string;
  /** The clause of the rule book that explains this moment. */
  clause: (view: View) => string;
  /** Words for the match's options: chips in the header. */
  chips: (options: Record<string, unknown>) => string[];
  /** What threatens now, in sentences: what the key V says. */
  forecast?: (view: View, seats: SeatInfo[]) => string;
  /** The values that tell the course of a match, the same ones in every position. */
  gauges?: (view: View, colours: readonly string[]) => Gauge[];
  /** Where all seats act at the same time: the view without what others have not finished, given that of the last dice. */
  settle?: (view: View, before: View, seats: SeatInfo[], history: readonly Logged[]) => Record<string, unknown>;
};
