// What a game's drawing is given and what it gives: the joint between the table and the games.

import type { Component } from 'svelte';
import type { GameAction } from '../protocol/actions';
import type { GameEvent } from '../protocol/events';
import type { ActionWarning, GameThing, LogEntry, ReferenceCard, SeatInfo } from '../protocol/protocol';
import type { Ahead } from '../protocol/views';
import type { SignOf } from './signs';

/** One legal action of one of the viewer's seats; a game's drawing takes those of its own game. */
export type Choice<Action = GameAction> = {
  seat: number;
  number: number;
  /** The words that are submitted and typed: `hop start a1`. */
  words: string;
  /** What a button says: `Penguin from START to a1`. */
  label: string;
  /** Does it roll or reveal something? */
  draws: boolean;
  /** How hard it is to take back what it rolls or reveals; nothing where the person simply may. */
  lasting?: string;
  /** What it leads to, if a player should know before. */
  warning?: ActionWarning;
  /** Its kind and its arguments. */
  action: Action;
};

/** A step and what happened in it. */
export type Entry<Event = GameEvent> = Omit<LogEntry, 'events'> & { events: readonly Event[] };

/** Somebody points at a place. */
export type Pinged = { place: string; name: string; seat?: number; key: number };

/** A plan that is drawn as numbered ghosts: its actions, the next one first. */
export type Ghosts<Action = GameAction> = {
  name: string;
  seat?: number;
  actions: readonly Action[];
  /** Does the view show the position after them, and not before? */
  done?: boolean;
};

/** A hint as it is drawn: the steps that are left, the next one first. */
export type HintPlan<Action = GameAction> = {
  seat: number;
  /** The number of the next step. */
  first: number;
  actions: readonly Action[];
  /** The words of the same actions. */
  words: readonly string[];
  /** The step that is shown by itself. */
  now: number | null;
};

export type BoardProps<View, Action = GameAction, Event = GameEvent> = {
  view: View;
  seats: SeatInfo[];
  /** What the viewer may do now; empty if nothing. The only source of what lights up. */
  choices: Choice<Action>[];
  /** The steps since the viewer last acted: drawn as trails. */
  trail: readonly Entry<Event>[];
  /** The last steps and what happened in them, the newest last. */
  history?: readonly Entry<Event>[];
  /** The own seat for which the person acts. */
  acting?: number | undefined;
  pings: Pinged[];
  /** Plans that are shown to the table, or the one that is being built. */
  plans?: Ghosts<Action>[];
  /** What is advised. */
  hint?: HintPlan<Action> | undefined;
  /** Can what is asked be answered as a strong bot would? */
  suggests?: boolean;
  /** A picture only: no names, no focus, no motion. */
  still?: boolean;
  onact?: (choice: Choice<Action>) => void;
  /** The person tried something that is not legal: words of what may have been meant, the likeliest first. */
  onwhy?: (actions: string[]) => void;
  onping?: (place: string) => void;
  /** The person wants all questions of this kind answered as suggested. */
  onsuggest?: () => void;
  /** The person wants several actions done one after the other; Undo takes them back as one. */
  onrun?: (seat: number, words: readonly string[]) => void;
  /** The person wants to act for another own seat. */
  onseat?: (seat: number) => void;
  /** Says something aloud (live region): the place under the cursor, what is selected. */
  onsay?: (text: string) => void;
};

export type PanelProps<View> = {
  view: View;
  seats: SeatInfo[];
  awaited: number[];
  /** What stands on the reference cards of the match. */
  reference?: readonly ReferenceCard[];
};

/** What the paper of a game is drawn from: where a match begins, and its reference cards. */
export type PaperProps<View> = {
  title: string;
  view: View;
  reference: readonly ReferenceCard[];
  /** What lies on the table, with a sentence about each thing. */
  things: readonly GameThing[];
};

/** What every view may say: what can be foreseen. */
export type Foresees = { ahead?: Ahead[] };

/** Everything the table needs to know about a game. */
export type Drawing<View, Action = GameAction, Event = GameEvent> = {
  Board: Component<BoardProps<View, Action, Event>>;
  /** Dice, players' progress: what stands beside the board. */
  Panel: Component<PanelProps<View>>;
  /** What happened, as a small picture; a game without them is told in words. */
  sign?: SignOf<Event>;
  /** What lies at a place, by the words under which the engine tells of it; `seat` is the one that acts. */
  thingsAt?: (view: View, place: string, seat: number | undefined) => string[];
};

/**
 * What a folder of this directory says about itself in its `game.ts`, which every page loads. A drawing takes the view,
 * the actions and the events of its own games; that it is given no others is what this list is for.
 */
export type Listed = {
  /** The games that it draws. */
  ids: readonly string[];
  whole: () => Promise<{ default: unknown }>;
  /** The board alone, for a picture: the first page loads no more than that. */
  board: () => Promise<{ default: unknown }>;
  /** What can be printed for a table at home. */
  paper?: () => Promise<{ default: unknown }>;
};
