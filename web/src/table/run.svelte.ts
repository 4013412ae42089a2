// Several actions one after the other: each is submitted when the one before it is done, until something else happens.

import type { Choice } from '../games/drawing';
import type { UndoPoint } from '../protocol/protocol';
import type { TableSession } from './session.svelte';
import type { Step } from './steps';

/** So long a step is seen before the next one is sent. */
const PAUSE = 350;

/** What is to be done, and how far it goes. */
type Going = { seat: number; words: readonly string[]; goesOn: (choice: Choice, isFirst: boolean) => boolean };

export class Run {
  /** The actions that are still to come. */
  left = $state.raw<readonly string[]>([]);
  #going: Going | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How many steps stood before and after actions that are taken back as one. */
  #whole: { seat: number; from: number; to: number } | null = null;

  constructor(private readonly session: TableSession) {}

  get isGoing(): boolean {
    return this.#going !== null;
  }

  /** Begins to do these actions in the name of a seat, as long as `goesOn` says so; `whole` ones are undone as one. */
  start(going: Going, whole = false): void {
    this.stop();
    const steps = this.session.table?.steps ?? 0;
    this.#whole = whole ? { seat: going.seat, from: steps, to: steps } : null;
    this.#going = going;
    this.left = going.words;
    this.#next(true);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#going = null;
    this.left = [];
  }

  /** Something was played at the table, or taken back. */
  stepped(entries: readonly Step[], isBack: boolean): void {
    if (isBack) this.#whole = null;
    const going = this.#going;
    if (!going || (entries.length === 0 && !isBack)) return;
    const [first, ...others] = entries;
    const isOwn = first?.seat === going.seat && first.words === this.left[0];
    // Seats that act at the same time do not disturb each other.
    if (isBack || !isOwn || others.length > 0) {
      if (!isBack && isOwn) this.#extend(1);
      return this.stop();
    }
    this.#extend(entries.length);
    this.left = this.left.slice(1);
    if (this.left.length === 0) return this.stop();
    this.#timer = setTimeout(() => this.#next(false), PAUSE);
  }

  /** What Undo takes back after actions that belong together: all of them. */
  undoPoint(point: UndoPoint): UndoPoint {
    const whole = this.#whole;
    const stands = whole && point.free && point.seat === whole.seat && this.session.table?.steps === whole.to;
    return stands ? { ...point, to: whole.from } : point;
  }

  #extend(steps: number): void {
    if (this.#whole) this.#whole = { ...this.#whole, to: this.#whole.to + steps };
  }

  #next(isFirst: boolean): void {
    const going = this.#going;
    if (!going) return;
    if (this.session.busy) {
      this.#timer = setTimeout(() => this.#next(isFirst), PAUSE);
      return;
    }
    const choice = this.session.choices.find(({ seat, words }) => seat === going.seat && words === this.left[0]);
    if (!choice || !going.goesOn(choice, isFirst)) return this.stop();
    this.session.act(choice, 'run');
  }
}
