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
  TakenBack,
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
  /** What was taken back among them. */
  readonly backs: readonly TakenBack[];
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
  const { n: _, ask = null, over = null, again = null, backs = [], ...rest } = welcome;
  return { ...rest, ask, over, again, backs };
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

/** The steps that an update takes back, as far as they are known; those of others that stay are not among them. */
export function takenBack(table: Table, update: Update): string[] {
  const { back, steps = [] } = update;
  if (back === undefined) return [];
  const stay = [...steps];
  return table.log.flatMap(({ at, step }) => {
    if (at < back) return [];
    const index = stay.indexOf(step);
    if (index < 0) return [step];
    stay.splice(index, 1);
    return [];
  });
}

function updated(table: Table, update: Update): Table {
  const { back, steps = [], told = [] } = update;
  const base = back ?? table.steps;
  const kept = back === undefined ? table.log : table.log.filter(({ at }) => at < back);
  const over = update.over ?? (back === undefined ? table.over : null);
  const turn = update.turn ?? table.turn;
  return {
    ...table,
    steps: base + steps.length,
    log: [...kept, ...(back === undefined ? logged(steps, told, base, table.turn) : stayed(table, steps, base, back))],
    backs: back === undefined ? table.backs : [...table.backs.filter(({ at }) => at <= back), { at: back, turn, text: told.join(' ') }],
    view: merged(table.view, update.view),
    choices: update.choices ?? [],
    awaited: update.awaited ?? table.awaited,
    turn,
    ask: back === undefined ? table.ask : null,
    over,
    seats: over && table.seats.phase === 'playing' ? { ...table.seats, phase: 'over' } : table.seats,
  };
}

/** Steps of others that stay when something before them is taken back, with what was told of them. */
function stayed(table: Table, steps: readonly string[], base: number, back: number): Logged[] {
  const behind = table.log.filter(({ at }) => at >= back);
  return steps.map((step, index) => {
    const before = behind.find((entry) => entry.step === step);
    return { at: base + index, turn: before?.turn ?? table.turn, step, told: before?.told ?? [] };
  });
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
