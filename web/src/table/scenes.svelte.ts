// The scenes of a table: what is shown of the turns of others, and what the person has seen of it.

import { flushSync } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { replayOf } from '../api';
import type { Sign } from '../games/signs';
import type { Pace } from '../pace';
import { person } from '../person.svelte';
import type { GameEvent } from '../protocol/events';
import type { Update } from '../protocol/protocol';
import { viewsOf } from '../replay/frames';
import { notice } from '../ui/notice.svelte';
import type { Table } from './model';
import { callings, withNames } from './naming';
import { beatsOf, SceneQueue, sceneOf, type Beat, type Shown } from './scene';
import type { TableSession } from './session.svelte';

export class Scenes {
  /** What the board draws instead of the position as it is; null if nothing. */
  shown = $state.raw<Shown | null>(null);
  /** What happens just now. */
  beat = $state.raw<Beat | null>(null);
  /** Steps before this one are not marked any more. */
  seen = $state(0);

  readonly #queue = new SceneQueue(
    (shown, beat) => {
      [this.shown, this.beat] = [shown, beat];
      // Its time begins when it is on the page.
      if (beat) flushSync();
      if (!shown) this.#asked = false;
    },
    () => this.pace,
  );

  constructor(private readonly session: TableSession) {}

  /** Did the person ask to be told something again? */
  #asked = false;

  /**
   * Where nothing may move, and where nobody looks, scenes are not played; who goes step by step sees them still, and so
   * does who asks for one.
   */
  get pace(): Pace {
    if (this.#asked) return person.pace === 'off' ? 'normal' : person.pace;
    const still = prefersReducedMotion.current && person.pace !== 'step';
    return still || document.hidden ? 'off' : person.pace;
  }

  get playing(): boolean {
    return this.shown !== null;
  }

  /** What an event looks like in this game. */
  signOf = (event: GameEvent): Sign | undefined => this.session.drawing?.sign?.(event);

  /** An update has come: what others did in it is shown after what is being shown. */
  follow(before: Table, after: Table, update: Update): void {
    if (update.back) this.seen = Math.min(this.seen, update.back.at);
    const scene = sceneOf(before, after, update, this.session.drawing?.sign);
    const seat = update.entries?.[0]?.seat;
    const own = seat !== undefined && this.session.own.has(seat);
    const all = scene ? beatsOf(scene.from, scene, this.session.drawing?.sign) : [];
    const beats = scene?.open ? all.map((beat) => ({ ...beat, open: true })) : all;
    // What the person does is shown at once, and so is what is taken back.
    if (update.back || (own && beats.length === 0)) this.finish();
    if (own) this.#queue.acted(seat);
    // A die that answers the person needs no scene; what several of them bring does.
    if (scene && (!scene.answer || beats.length > 1)) this.#queue.add(scene.from, beats);
  }

  /** Shows steps of the match once more, from one on up to another; then how it stands. */
  async retell(from: number, to: number): Promise<void> {
    try {
      const replay = withNames(await replayOf(this.session.code), callings(this.session.table?.seats.seats ?? []));
      const views = viewsOf(replay);
      const start = { view: views[from]!, log: replay.log.slice(Math.max(0, from - 200), from) };
      const played = { entries: replay.log.slice(from, to), views: views.slice(from + 1, to + 1) };
      this.finish();
      // What is told again leaves its traces again.
      this.#asked = true;
      this.seen = Math.min(this.seen, from);
      this.#queue.add(start, beatsOf(start, played, this.session.drawing?.sign));
    } catch (error) {
      notice.show((error as Error).message);
    }
  }

  /** The person does something: a scene is over at once; if there is none, what was marked has been seen. */
  input(): void {
    if (this.playing) return this.finish();
    this.finish();
    this.seen = this.session.table?.steps ?? 0;
  }

  /** Marks once more what happened since the person last acted. */
  recall(): void {
    this.seen = 0;
  }

  next(): void {
    this.#queue.next();
  }

  finish(): void {
    this.#queue.finish();
  }
}
