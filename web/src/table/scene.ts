// What others do, shown one after the other: steps become beats, each with the position that it leads to and how long it
// is to be seen; a queue shows them. The match goes on meanwhile, and the last thing shown is always how it stands.

import type { Kind, Sign, SignOf } from '../games/signs';
import type { Pace } from '../pace';
import type { GameEvent } from '../protocol/events';
import type { LogEntry, Update } from '../protocol/protocol';
import type { Table, View } from './model';
import { merged } from './patch';

const FACTORS: Record<Exclude<Pace, 'off'>, number> = { slow: 1.6, normal: 1, fast: 1 / 3, step: 1 };

/** Milliseconds at normal pace. */
const LASTS: Record<Kind, number> = { roll: 900, step: 600, fate: 600, phase: 800, mark: 0 };
const A_PLACE = 150;
const BETWEEN_SEATS = 500;

/** Whoever lags further behind than this, in milliseconds, is shown the rest fast; and no more than so many beats wait. */
const LAG = 20_000;
const MOST = 150;

/** A position as it is drawn, with the steps that led to it. */
export type Shown = { view: View; log: readonly LogEntry[] };

/** One thing that happens, and for how long it is to be seen at normal pace. */
export type Beat = Shown & {
  kind: Kind;
  /** Whose turn it belongs to. */
  seat?: number;
  sign?: Sign;
  /** What happens, in words. */
  told: string;
  lasts: number;
  /** Is the position drawn as it is meanwhile, so that the person may act? */
  open?: boolean;
};

/** Steps that were played, and the view after each of them. */
export type Played = { entries: readonly LogEntry[]; views: readonly View[] };

/** The beats of these steps. Of what happens in one step, dice fall first, and then the position changes. */
export function beatsOf(from: Shown, { entries, views }: Played, signOf?: SignOf<GameEvent>): Beat[] {
  const beats: Beat[] = [];
  let { view, log } = from;
  let seat = log.findLast((entry) => entry.seat !== undefined)?.seat;
  entries.forEach((entry, index) => {
    const after = views[index]!;
    seat = entry.seat ?? seat;
    const all = signed(entry, signOf);
    let turned = false;
    all.forEach(({ sign, told, at }, place) => {
      const last = place === all.length - 1;
      turned ||= last || sign.kind !== 'roll';
      const events = entry.events.slice(0, at + 1);
      const part = last ? entry : { ...entry, events, told: entry.told.slice(0, at + 1) };
      const whose = sign.seat ?? seat;
      beats.push({
        kind: sign.kind,
        ...(whose === undefined ? {} : { seat: whose }),
        ...(signOf ? { sign } : {}),
        told,
        lasts: LASTS[sign.kind] + A_PLACE * (sign.many ?? 0),
        view: turned ? after : view,
        log: [...log, part],
      });
    });
    [view, log] = [after, [...log, entry]];
  });
  return beats;
}

/** What is to be seen of a step: its events that have a sign. A game without signs shows each step that tells something. */
function signed(entry: LogEntry, signOf?: SignOf<GameEvent>): { sign: Sign; told: string; at: number }[] {
  if (!signOf) {
    const at = entry.events.length - 1;
    return entry.told.length > 0 ? [{ sign: { kind: 'step', picture: 'pass' }, told: entry.told.join(' '), at }] : [];
  }
  return entry.events.flatMap((event, at) => {
    const sign = signOf(event);
    return sign && sign.kind !== 'mark' ? [{ sign, told: entry.told[at] ?? '', at }] : [];
  });
}

/** Steps to be shown, and from where they begin; `answer` if they are what the dice say to an own action in an own turn. */
export type Scene = Played & { from: Shown; answer: boolean; open?: boolean };

/**
 * What of an update is a scene: what others do, and what dice and cards decide after an own action. What the person does
 * is shown at once, and so is what others do while the person is to act.
 */
export function sceneOf(before: Table, after: Table, update: Update, signOf?: SignOf<GameEvent>): Scene | null {
  const { back, from: retold, entries = [], changes } = update;
  if (back || entries.length === 0) return null;
  if (retold !== undefined) return diceOf(after, entries);
  const active = new Set(after.seats.seats.filter(({ yours, cover }) => yours && !cover).map(({ seat }) => seat));
  const asked = ({ awaited }: Table) => awaited.some((seat) => active.has(seat));
  const own = entries[0]!.seat !== undefined && active.has(entries[0]!.seat);
  if (!own && asked(before) && asked(after)) return null;
  let view = before.view;
  const views = changes ? changes.map((change) => (view = merged(view, change))) : entries.map(() => after.view);
  // With an own action that brings a phase, the phase is told too.
  const first = own && !entries[0]!.events.some((event) => signOf?.(event)?.kind === 'phase') ? 1 : 0;
  if (first === entries.length) return null;
  return {
    from: first ? { view: views[0]!, log: [...before.log, entries[0]!] } : { view: before.view, log: before.log },
    answer: own && asked(after) && before.turn === after.turn,
    entries: entries.slice(first),
    views: views.slice(first),
  };
}

/**
 * Where all seats act at the same time, what they did is told together when all are done. It lies on their sheets then
 * and is told by the strip; what is to be seen are the dice that fall next, and they do nothing to the sheets.
 */
function diceOf(after: Table, entries: readonly LogEntry[]): Scene | null {
  const dice = entries.slice(entries.findLastIndex(({ seat }) => seat !== undefined) + 1);
  if (dice.length === 0) return null;
  const log = after.log.slice(0, after.log.length - dice.length);
  return {
    from: { view: after.view, log },
    views: dice.map(() => after.view),
    entries: dice,
    answer: false,
    open: true,
  };
}

/** Time, for those who wait. */
export type Clock = {
  now: () => number;
  /** Does something after so many milliseconds; returns what keeps it from happening. */
  after: (milliseconds: number, then: () => void) => () => void;
};

export const CLOCK: Clock = {
  now: () => performance.now(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** What is to be drawn instead of the position as it is, if anything; and what is happening, if anything is. */
export type Show = (shown: Shown | null, beat: Beat | null) => void;

/**
 * Shows beats one after the other, each for its time. The last of them leads to the position as it is: that is shown at
 * once, so that the person may act, and what happened is told for as long as it should be.
 */
export class SceneQueue {
  #waiting: Beat[] = [];
  /** What is drawn instead of the true position. */
  #shown: Shown | null = null;
  #beat: Beat | null = null;
  #cancel: (() => void) | null = null;
  #lastSeat: number | undefined;
  #lastAt = -Infinity;

  constructor(
    private readonly show: Show,
    private readonly pace: () => Pace,
    private readonly clock: Clock = CLOCK,
  ) {}

  /** Is anything but the true position drawn? */
  get playing(): boolean {
    return this.#shown !== null;
  }

  /** More has happened; the first of it began from here. */
  add(from: Shown, beats: readonly Beat[]): void {
    if (this.pace() === 'off') return this.finish();
    if (beats.length === 0) return;
    this.#waiting.push(...beats);
    this.#waiting.splice(0, this.#waiting.length - MOST);
    if (this.playing) return;
    if (this.#beat && !beats[0]!.open) this.#draw(from);
    else if (!this.#beat) this.#advance(from);
  }

  /** Somebody has acted, and it was shown at once. */
  acted(seat: number): void {
    [this.#lastSeat, this.#lastAt] = [seat, this.clock.now()];
  }

  /** Shows what comes next, without waiting any longer. */
  next(): void {
    const beat = this.#waiting.shift();
    if (beat) this.#begin(beat);
    else this.finish();
  }

  /** Shows the true position, at once. */
  finish(): void {
    this.#stopWaiting();
    this.#waiting = [];
    if (!this.playing && !this.#beat) return;
    this.#lastAt = this.clock.now();
    this.#beat = null;
    this.#draw(null);
  }

  #draw(shown: Shown | null): void {
    this.#shown = shown;
    this.show(shown, this.#beat);
  }

  #advance(from: Shown): void {
    const beat = this.#waiting[0];
    if (!beat) return this.finish();
    const rest = BETWEEN_SEATS * this.#factor() - (this.clock.now() - this.#lastAt);
    if (beat.open || this.#lastSeat === undefined || beat.seat === this.#lastSeat || rest <= 0) return this.next();
    this.#beat = null;
    this.#draw(from);
    this.#wait(rest, () => this.next());
  }

  #begin(beat: Beat): void {
    this.#beat = beat;
    this.#lastSeat = beat.seat;
    this.#draw(this.#waiting.length > 0 && !beat.open ? beat : null);
    this.#stopWaiting();
    if (this.pace() === 'step') return;
    this.#wait(beat.lasts * this.#factor(), () => {
      this.#lastAt = this.clock.now();
      this.#advance(beat);
    });
  }

  #factor(): number {
    const pace = this.pace();
    const lag = this.#waiting.reduce((sum, { lasts }) => sum + lasts, 0);
    return pace === 'off' ? 0 : Math.min(FACTORS[pace], lag > LAG ? FACTORS.fast : Infinity);
  }

  #wait(milliseconds: number, then: () => void): void {
    this.#stopWaiting();
    this.#cancel = this.clock.after(milliseconds, () => {
      this.#cancel = null;
      then();
    });
  }

  #stopWaiting(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
