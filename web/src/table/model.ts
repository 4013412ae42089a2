// A table as a viewer knows it, and how each message of the server changes it.

import type {
  Ask,
  Choices,
  Logged,
  Message,
  Over,
  Said,
  Seats,
  Takebacks,
  Update,
  Welcome,
} from '../protocol/protocol';
import { merged } from './patch';

export type View = Record<string, unknown>;

export type Table = {
  readonly code: string;
  readonly game: string;
  readonly options: Record<string, unknown>;
  readonly host: boolean;
  readonly takebacks: Takebacks;
  readonly commitment: string;
  readonly seats: Seats;
  /** How many steps were played. */
  readonly steps: number;
  /** The last steps, one entry a step. */
  readonly log: readonly Logged[];
  readonly chat: readonly Said[];
  readonly view: View;
  readonly choices: readonly Choices[];
  readonly awaited: readonly number[];
  readonly turn: number;
  readonly ask: Ask | null;
  readonly over: Over | null;
  readonly again: string | null;
};

/** The table that a welcome tells about. */
export function welcomed(welcome: Welcome): Table {
  const { n: _, ask = null, over = null, again = null, ...rest } = welcome;
  return { ...rest, ask, over, again };
}

/** The table after a message. */
export function heard(table: Table, message: Message): Table {
  if (typeof message === 'string') return table;
  if ('welcome' in message) return welcomed(message.welcome);
  if ('step' in message) return updated(table, message.step);
  if ('seats' in message) return { ...table, seats: message.seats };
  if ('said' in message) return { ...table, chat: [...table.chat, message.said] };
  if ('asked' in message) return { ...table, ask: message.asked.ask };
  if ('again' in message) return { ...table, again: message.again.code };
  return table;
}

/** The seats that the viewer holds and plays. */
export function ownSeats(table: Table): ReadonlySet<number> {
  return new Set(table.seats.seats.filter(({ yours }) => yours).map(({ seat }) => seat));
}

/** The steps that an update takes back, as far as they are known. */
export function takenBack(table: Table, update: Update): string[] {
  const { back } = update;
  return back === undefined ? [] : table.log.filter(({ at }) => at >= back).map(({ step }) => step);
}

function updated(table: Table, update: Update): Table {
  const { back, steps = [], told = [] } = update;
  const base = back ?? table.steps;
  const kept = back === undefined ? table.log : table.log.filter(({ at }) => at < back);
  const over = update.over ?? (back === undefined ? table.over : null);
  return {
    ...table,
    steps: base + steps.length,
    log: [...kept, ...logged(steps, told, base, table.turn)],
    view: merged(table.view, update.view),
    choices: update.choices ?? [],
    awaited: update.awaited ?? table.awaited,
    turn: update.turn ?? table.turn,
    ask: back === undefined ? table.ask : null,
    over,
    seats: over && table.seats.phase === 'playing' ? { ...table.seats, phase: 'over' } : table.seats,
  };
}

/** Entries for the log; what is told of several steps stands at the last one. */
function logged(steps: readonly string[], told: readonly string[], base: number, turn: number): Logged[] {
  return steps.map((step, index) => ({
    at: base + index,
    turn,
    step,
    told: index === steps.length - 1 ? [...told] : [],
  }));
}
