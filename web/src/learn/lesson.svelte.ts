// A lesson that somebody goes through: its step, what was tried in it, and what the board shows.

import { actionWords, lessonStep } from '../api';
import type { Choice, HintPlan } from '../games/drawing';
import type { ActionWords, Lesson, LessonState } from '../protocol/protocol';
import { viewsOf } from '../replay/frames';
import { choicesFrom } from '../table/choices';
import type { View } from '../table/model';
import { person } from '../person.svelte';
import { notice } from '../ui/notice.svelte';
import { voice } from '../ui/voice.svelte';
import { reached } from './progress';

/** Milliseconds that each thing is seen that others and the dice do. */
const SHOWN = { step: 800, slow: 1200, normal: 800, fast: 350, off: 0 } as const;

const LEARNER = 1;

/** What is said about the last try. */
export type Reply = { kind: 'right' | 'wrong' | 'refused'; text: string; clause?: string | undefined };

export class LessonSession {
  /** The step, from 0; as many as there are when the lesson is over. */
  step = $state(0);
  reply = $state.raw<Reply>();
  #state = $state.raw<LessonState>();
  /** How many of the log's steps are shown. */
  #shown = $state(0);
  /** What was done in this step so far. */
  tried = $state.raw<readonly string[]>([]);
  /** Has somebody given a puzzle up, so that its solution is lit? */
  shows = $state(false);
  /** Is a try on its way? */
  busy = $state(false);
  #words = $state.raw<readonly ActionWords[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts questions: an answer to an old one is not heard. */
  #asked = 0;

  constructor(
    readonly game: string,
    readonly lesson: Lesson,
    step: number,
  ) {
    void actionWords(game).then((words) => (this.#words = words));
    void this.go(step);
  }

  readonly #views = $derived<View[]>(this.#state ? viewsOf(this.#state) : []);

  /** The position that is shown. */
  view = $derived<View | undefined>(this.#views[this.#shown]);
  history = $derived(this.#state?.log.slice(0, this.#shown) ?? []);
  /** What has happened since the learner last acted. */
  trail = $derived(this.#state?.log.slice(Math.min(this.#state.before, this.#shown), this.#shown) ?? []);
  /** The sentences about it. */
  told = $derived(this.trail.flatMap(({ told }) => told));
  now = $derived.by(() => this.lesson.steps[this.step]);
  /** Is everything shown that has happened? */
  settled = $derived(this.#state !== undefined && this.#shown === this.#state.log.length);
  /** Is the step done, or is there only something to read? */
  done = $derived(this.settled && (this.now?.acts === false || this.#state?.verdict === 'right'));
  choices = $derived<Choice[]>(
    this.settled && !this.busy && !this.done ? choicesFrom(this.#state!.choices, this.#words) : [],
  );
  wanted = $derived<Choice | undefined>(this.choices.find(({ words }) => words === this.#state?.wanted));
  /** What is lit on the board: in a puzzle only for those who ask. */
  light = $derived.by((): HintPlan | undefined => {
    const { wanted } = this;
    if (!wanted || (this.lesson.puzzle && !this.shows)) return undefined;
    return { seat: LEARNER, first: 1, now: null, actions: [wanted.action], words: [wanted.words] };
  });

  /** Goes to a step. */
  async go(step: number): Promise<void> {
    this.step = Math.max(0, Math.min(this.lesson.steps.length, step));
    this.tried = [];
    this.reply = undefined;
    this.shows = false;
    reached(this.game, this.lesson.id, this.step, this.lesson.steps.length);
    if (!this.now) return voice.say('The lesson is over. Well done!');
    await this.#ask([], 0);
    const count = this.lesson.puzzle ? 'Puzzle' : `Step ${this.step + 1} of ${this.lesson.steps.length}`;
    voice.say(`${count}. ${this.now?.text ?? ''}`);
  }

  /** Lights what is wanted, for somebody who gives a puzzle up. */
  show(): void {
    this.shows = true;
    if (this.wanted) voice.say(`Try this: ${this.wanted.label}.`);
  }

  /** Does something legal. */
  async act({ words }: Choice): Promise<void> {
    if (this.settled && !this.busy && !this.done) await this.#ask([...this.tried, words]);
  }

  /** Tries something that is not legal; what was meant most likely comes first. */
  async why([words]: string[]): Promise<void> {
    if (words && this.settled && !this.busy && !this.done) await this.#ask([...this.tried, words]);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #ask(tried: readonly string[], shown?: number): Promise<void> {
    const asked = (this.#asked += 1);
    this.stop();
    this.busy = true;
    try {
      const state = await lessonStep(this.game, this.lesson.id, this.step + 1, tried);
      if (asked !== this.#asked) return;
      if (state.verdict !== 'wrong' && state.verdict !== 'refused') this.tried = tried;
      this.#state = state;
      this.#shown = shown ?? Math.min(state.before, state.log.length);
      this.reply = undefined;
      this.#goOn();
    } catch (error) {
      if (asked === this.#asked) notice.show((error as Error).message);
    } finally {
      if (asked === this.#asked) this.busy = false;
    }
  }

  /** Shows what has happened, one thing after the other, and then what is said about it. */
  #goOn(): void {
    const state = this.#state!;
    if (this.#shown >= state.log.length) return this.#answer(state);
    this.#shown += 1;
    const { told } = state.log[this.#shown - 1]!;
    const own = this.#shown - 1 === state.before && this.tried.length > 0;
    const rest = state.log.slice(this.#shown).some((entry) => entry.told.length > 0);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const wait = told.length === 0 || calm || (own && !rest) ? 0 : SHOWN[person.pace];
    if (wait === 0) this.#goOn();
    else this.#timer = setTimeout(() => this.#goOn(), wait);
  }

  #answer({ verdict, text, clause }: LessonState): void {
    if (verdict === 'right' && !text && this.step + 1 < this.lesson.steps.length) {
      void this.go(this.step + 1);
      return;
    }
    // A puzzle is solved when it is solved, whether or not somebody presses on.
    if (verdict === 'right' && this.lesson.puzzle) reached(this.game, this.lesson.id, 1, 1);
    const kind = verdict === 'right' ? 'right' : verdict === 'refused' ? 'refused' : 'wrong';
    if (text || verdict === 'right') this.reply = { kind, text: text || 'Well done!', clause };
    if (this.reply) voice.say(this.reply.text);
    if (verdict === 'missed') {
      // The step begins anew; what was said about it stays.
      const { reply } = this;
      void this.#ask([]).then(() => (this.reply = reply));
    }
  }
}
