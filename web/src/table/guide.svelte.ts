// A guide at somebody's first match: each new situation is explained once, when it first arises.

import type { GuideTip, LogEntry } from '../protocol/protocol';
import { read, write } from '../storage';

const KEY = 'guide';
/** So many tables are remembered, the last ones. */
const TABLES = 8;

/** What was explained already, by the code of each table with a guide. */
type Kept = [code: string, told: readonly string[]][];

function kept(): Kept {
  try {
    const all: unknown = JSON.parse(read(KEY) ?? '[]');
    return Array.isArray(all) ? (all as Kept) : [];
  } catch {
    return [];
  }
}

function keep(code: string, told: readonly string[]): void {
  const others = kept().filter(([one]) => one !== code);
  write(KEY, JSON.stringify([...others, [code, told]].slice(-TABLES)));
}

/** From now on this table has a guide. */
export const beginGuide = (code: string): void => keep(code, []);

/** Does this table have a guide? */
export const hasGuide = (code: string): boolean => kept().some(([one]) => one === code);

/** The guide of one table. */
export class Guide {
  /** What is still to be said, the first that arose first. */
  tips = $state.raw<readonly GuideTip[]>([]);
  readonly #told: Set<string>;
  /** So many steps were seen. */
  #seen: number;

  constructor(
    private readonly code: string,
    private readonly all: readonly GuideTip[],
    /** How many steps had been played when the person came: what happened before is not explained. */
    seen: number,
  ) {
    this.#told = new Set(kept().find(([one]) => one === code)?.[1]);
    this.#seen = seen;
  }

  /** These steps are on the board now. */
  shown(steps: readonly Pick<LogEntry, 'events'>[]): void {
    for (const { events } of steps.slice(this.#seen)) {
      for (const { event } of events as readonly { event: string }[]) this.meets(event);
    }
    this.#seen = steps.length;
  }

  /** Something happened, or is asked: its word, or its clause. */
  meets(situation: string): void {
    const tip = this.all.find((tip) => tip.situation === situation);
    if (!tip || this.#told.has(situation)) return;
    this.#told.add(situation);
    this.tips = [...this.tips, tip];
  }

  /** The person has read what is said; what is shown is never said again, also after a reload. */
  next(): void {
    this.tips = this.tips.slice(1);
    const waiting = new Set(this.tips.map(({ situation }) => situation));
    keep(
      this.code,
      [...this.#told].filter((situation) => !waiting.has(situation)),
    );
  }
}
