// A replay that is being viewed: at which step, and whether it runs by itself.

import type { Replay } from '../protocol/protocol';
import type { View } from '../table/model';
import { curvesOf, type Curve } from './curves';
import { historyTo, trailTo, turnMarks, viewsOf } from './frames';

const PACE = 700;

export class Playback {
  #step = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined = $state();
  readonly #views: View[];
  readonly total: number;
  readonly marks: number[];
  /** The course of the match. */
  readonly curves: Curve[];

  constructor(
    readonly replay: Replay,
    step: number,
  ) {
    this.#views = viewsOf(replay);
    this.total = replay.log.length;
    this.marks = turnMarks(replay);
    this.curves = curvesOf(replay);
    this.step = step;
  }

  /** How many steps were played in the view that is shown. */
  get step(): number {
    return this.#step;
  }

  set step(step: number) {
    this.#step = Math.max(0, Math.min(this.total, step));
  }

  /** The position that is shown. */
  view = $derived.by<View>(() => this.#views[this.#step]!);

  trail = $derived.by(() => trailTo(this.replay, this.#step));
  history = $derived.by(() => historyTo(this.replay, this.#step));
  told = $derived.by(() => (this.#step > 0 ? this.replay.log[this.#step - 1]!.told : []));
  turn = $derived.by(() => this.replay.log[Math.min(this.#step, this.total - 1)]?.turn ?? 0);
  playing = $derived(this.#timer !== undefined);

  /** Runs from here, or from the start if this is the end. */
  play(): void {
    if (this.#step === this.total) this.#step = 0;
    this.pause();
    this.#timer = setInterval(() => (this.#step < this.total ? (this.#step += 1) : this.pause()), PACE);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
