// A table as a viewer knows it, and how each message of the server changes it.

import type {
  Ask,
  Choices,
  LogEntry,
  Message,
  Over,
  Prompt,
  ReferenceCard,
  Said,
  Seats,
  Takebacks,
  TakenBack,
  UndoPoint,
  Update,
  Welcome,
} from '../protocol/protocol';
import { merged } from './patch';

export type View = Record<string, unknown>;

/** Steps were played or taken back. */
export type Stepped = Extract<Message, { type: 'step' }>;

export type Table = {
  readonly code: string;
  /** Three words and a number by which others find the table, while people gather. */
  readonly spoken: string | null;
  readonly game: string;
  readonly options: Record<string, unknown>;
  readonly host: boolean;
  readonly takebacks: Takebacks;
  readonly commitment: string;
  readonly seats: Seats;
  /** How many steps were played. */
  readonly steps: number;
  /** The last steps, one entry a step. */
  readonly log: readonly LogEntry[];
  /** What was taken back among them. */
  readonly takenBack: readonly TakenBack[];
  readonly chat: readonly Said[];
  readonly view: View;
  readonly choices: readonly Choices[];
  /** What the viewer's seats may take back. */
  readonly undo: readonly UndoPoint[];
  readonly awaited: readonly number[];
  readonly turn: number;
  /** What the moment asks for, told to somebody who watches; nothing before the match begins. */
  readonly prompt: Prompt | null;
  /** What is special about the match, in a few words each. */
  readonly highlights: readonly string[];
  readonly reference: readonly ReferenceCard[];
  readonly ask: Ask | null;
  readonly over: Over | null;
  readonly again: string | null;
  /** Why nothing can be done here any more: the table is only shown. */
  readonly closed: string | null;
};

/** The table that a welcome tells about. */
export function welcomed(welcome: Welcome): Table {
  const { n: _, ask = null, over = null, again = null, closed = null, taken_back: takenBack = [], ...rest } = welcome;
  const { prompt = null, highlights = [], reference = [], undo = [], spoken = null } = rest;
  return { ...rest, spoken, ask, over, again, closed, takenBack, prompt, highlights, reference, undo };
}

/** The table after a message. */
export function heard(table: Table, message: Message): Table {
  switch (message.type) {
    case 'welcome':
      return welcomed(message);
    case 'step':
      return updated(table, message);
    case 'seats':
      return { ...table, seats: message };
    case 'said':
      return { ...table, chat: [...table.chat, message] };
    case 'asked':
      return { ...table, ask: message.ask };
    case 'again':
      return { ...table, again: message.code };
    case 'pinged':
    case 'planned':
    case 'proposed':
    case 'answered':
    case 'refused':
    case 'allowed':
    case 'invalid':
    case 'duplicate':
    case 'linked':
    case 'described':
    case 'hinted':
    case 'barred':
    case 'closing':
      return table;
  }
}

/** The seats that the viewer holds and plays. */
export function ownSeats(table: Table): ReadonlySet<number> {
  return new Set(table.seats.seats.filter(({ yours }) => yours).map(({ seat }) => seat));
}

/** The steps that an update takes back, as far as they are known; those of others that stay are not among them. */
export function removed(table: Table, { back, entries = [] }: Update): LogEntry[] {
  if (!back) return [];
  return table.log.filter(({ at, seat }) => at >= back.at && (entries.length === 0 || seat === back.seat));
}

function updated(table: Table, { update, choices = [], undo = [] }: Stepped): Table {
  const { back, entries = [] } = update;
  const over = update.over ?? (back ? null : table.over);
  const from = update.from ?? back?.at ?? table.steps;
  return {
    ...table,
    steps: from + entries.length,
    log: [...table.log.filter(({ at }) => at < from), ...entries],
    takenBack: back ? [...table.takenBack.filter(({ at }) => at <= back.at), back] : table.takenBack,
    view: merged(table.view, update.view),
    choices,
    undo,
    awaited: update.awaited ?? table.awaited,
    turn: update.turn ?? table.turn,
    prompt: update.prompt ?? table.prompt,
    ask: back ? null : table.ask,
    over,
    seats: over && table.seats.phase === 'playing' ? { ...table.seats, phase: 'over' } : table.seats,
  };
}
