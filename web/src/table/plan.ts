// Plans: what somebody thinks of doing, on the own screen only or shown to the table.

import type { GameAction } from '../protocol/actions';
import type { ActionWords, Answered, Choices } from '../protocol/protocol';
import type { Table, View } from './model';
import type { Step } from './steps';

/** A plan that is being built. Nothing of it happens at the table. */
export type Plan = {
  /** The actions, in the game's words. */
  readonly actions: readonly string[];
  /** How the table would look after them. */
  readonly view: View;
  /** What the seat whose turn it is could do then. */
  readonly choices: readonly Choices[];
  /** The number of the question that the server has not answered yet. */
  readonly asked: number | null;
};

/** A plan that somebody shows to the table, made for one turn. */
export type Proposal = {
  /** The number of the sign, by which bots answer it. */
  readonly id: number;
  readonly name: string;
  readonly seat?: number;
  readonly actions: readonly string[];
  readonly turn: number;
  readonly awaited: readonly number[];
};

/** What is left of actions when these steps were played: what was done falls away from the front. */
export function leftOf(actions: readonly string[], steps: readonly Step[]): readonly string[] {
  let left = actions;
  for (const { seat, words } of steps) {
    if (seat !== undefined && words === left[0]) left = left.slice(1);
  }
  return left;
}

/** The proposals after somebody showed a plan: one a person, the newest first; an empty one takes it away. */
export function proposed(all: readonly Proposal[], next: Proposal): Proposal[] {
  const others = all.filter(({ name, seat }) => name !== next.name || seat !== next.seat);
  return next.actions.length > 0 ? [next, ...others] : others;
}

/** The proposals that still say something: their turn is not over, and not everything is done. */
export function standing(all: readonly Proposal[], table: Table, steps: readonly Step[]): Proposal[] {
  return all
    .filter(({ turn, awaited }) => !table.over && turn === table.turn && awaited.join() === table.awaited.join())
    .map((proposal) => ({ ...proposal, actions: leftOf(proposal.actions, steps) }))
    .filter(({ actions }) => actions.length > 0);
}

/** What a bot says to a plan or a place that somebody showed, in one turn. */
export type Reply = Answered & { readonly turn: number };

/** The answers after another one: one a seat, for its newest answer is what it is going to do. */
export function answered(all: readonly Reply[], next: Reply): Reply[] {
  return [...all.filter(({ seat }) => seat !== next.seat), next];
}

/** What an action is called. */
export function labelOf(words: string, dictionary: readonly ActionWords[]): string {
  return dictionary.find((known) => known.words === words)?.label ?? words;
}

/** The actions that these words stand for; words that the game does not know are left out. */
export function actionsOf(words: readonly string[], dictionary: readonly ActionWords[]): GameAction[] {
  return words.flatMap((one) => dictionary.find((known) => known.words === one)?.action ?? []);
}

/** The steps of a plan as they are read aloud. */
export function stepsAloud(actions: readonly string[], dictionary: readonly ActionWords[]): string {
  return actions.map((words, index) => `${index + 1}, ${labelOf(words, dictionary)}`).join('; ');
}
