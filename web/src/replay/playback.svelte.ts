// A replay that is being viewed: at which step, and whether it runs by itself.

import type { Replay } from '../protocol/protocol';
import type { View } from '../table/model';
import { curvesOf, type Panel } from './curves';
import { historyTo, stopsOf, trailTo, turnOf, turnStarts, viewsOf } from './frames';

/** Milliseconds that a step is seen, at the first speed. */
const PACE = 900;

export const SPEEDS = [1, 2, 4] as const;

export class Playback {
  #place = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined = $state();
  #speed = $state<(typeof SPEEDS)[number]>(1);
  readonly #views: View[];
  /** The steps at which it stops; the dealing is before the first. */
  readonly stops: number[];
  /** The place of the last stop; the first is 0. */
  readonly last: number;
  /** How many steps were played in all. */
  readonly total: number;
  /** The places, among the stops, at which turns begin. */
  readonly turns: number[];
  /** The course of the match. */
  readonly panels: Panel[];

  constructor(
    readonly replay: Replay,
    step: number,
    stops = stopsOf(replay),
  ) {
    this.#views = viewsOf(replay);
    this.stops = stops;
    this.last = this.stops.length - 1;
    this.total = replay.log.length;
    this.turns = [...new Set(turnStarts(replay).map((start) => this.placeOf(start)))];
    this.panels = curvesOf(replay, this.stops);
    this.step = step;
  }

  /** Which of the stops is shown: 0 is where the match begins. */
  get place(): number {
    return this.#place;
  }

  set place(place: number) {
    this.#place = Math.max(0, Math.min(this.last, place));
  }

  /** How many steps were played in the view that is shown. */
  get step(): number {
    return this.stops[this.#place]!;
  }

  /** Between two stops it goes on to the next one, or back to the one before, wherever it comes from. */
  set step(step: number) {
    const place = this.placeOf(step);
    this.place = step < this.step && this.stops[place]! > step ? place - 1 : place;
  }

  /** The place of a step among the stops. */
  placeOf(step: number): number {
    const place = this.stops.findIndex((stop) => stop >= step);
    return place < 0 ? this.last : place;
  }

  /** The position that is shown. */
  view = $derived.by<View>(() => this.#views[this.step]!);

  trail = $derived.by(() => trailTo(this.replay, this.step));
  history = $derived.by(() => historyTo(this.replay, this.step));
  /** The steps since the stop before. */
  #last = $derived.by(() => {
    const before = this.#place > 0 ? this.stops[this.#place - 1]! : this.step;
    return this.replay.log.slice(before, this.step);
  });
  told = $derived.by(() => this.#last.flatMap(({ told }) => told));
  /** The words of what happened since the stop before. */
  events = $derived.by(() => this.#last.flatMap(({ events }) => events.map(({ event }) => event)));
  turn = $derived.by(() => turnOf(this.replay, this.step));
  playing = $derived(this.#timer !== undefined);

  /** How many times as fast it runs. */
  get speed(): (typeof SPEEDS)[number] {
    return this.#speed;
  }

  set speed(speed: (typeof SPEEDS)[number]) {
    this.#speed = speed;
    if (this.playing) this.play();
  }

  /** Runs from here, or from the start if this is the end. */
  play(): void {
    if (this.#place === this.last) this.#place = 0;
    this.pause();
    this.#timer = setInterval(() => (this.#place < this.last ? (this.#place += 1) : this.pause()), PACE / this.#speed);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Goes to where this turn begins, or the one before; or to where the next one does. */
  toTurn(by: 1 | -1): void {
    this.pause();
    const found =
      by > 0 ? this.turns.find((start) => start > this.#place) : this.turns.findLast((start) => start < this.#place);
    this.place = found ?? (by > 0 ? this.last : 0);
  }
}
