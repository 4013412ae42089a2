// Hints: what a seat is advised to do, drawn on the board and done step by step.

import type { HintPlan } from '../games/drawing';
import type { Hinted } from '../protocol/protocol';
import { voice } from '../ui/voice.svelte';
import { actionsOf, labelOf } from './plan';
import type { TableSession } from './session.svelte';
import type { Step } from './steps';

/** How long each step is shown by itself. */
const SHOWN = 900;
/** After so long a question is asked again that the server had no time for, and so often. */
const AGAIN = 800;
const TRIES = 8;

/** Advice for a seat: what is left of the plan, and the number of its next step. */
export type Advice = { seat: number; actions: readonly string[]; first: number; text: string; why: string };

const verbOf = (words: string): string => words.split(' ')[0]!;

export class Hints {
  advice = $state.raw<Advice | null>(null);
  /** The seat for which a hint is awaited. */
  #wanted = $state<number | null>(null);
  /** The number of the step that is shown by itself. */
  now = $state<number | null>(null);
  /** The question on its way: its number, for whom, and in which situation it was asked. */
  #asked: { id: number; seat: number; situation: string } | null = null;
  /** The situation to which the advice belongs. */
  #situation = '';
  /** Is what comes carried out at once, as long as it answers the same question? */
  #carryOut = false;
  /** What kind of question is answered so: the first word of its answers. */
  #verb = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  constructor(private readonly session: TableSession) {}

  /** Is a hint on its way? */
  get thinking(): boolean {
    return this.#wanted !== null;
  }

  /** May the person ask now? What the server would refuse is not offered. */
  get can(): boolean {
    const { table, acting, plans } = this.session;
    const able = table?.choices.some(({ seat }) => seat === acting) ?? false;
    return able && !table?.over && !plans.draft && (table?.seats.hints ?? false);
  }

  /** What is drawn on the board. */
  get plan(): HintPlan | undefined {
    const { advice, now } = this;
    if (!advice) return undefined;
    const { seat, actions, first } = advice;
    return { seat, first, now, words: actions, actions: actionsOf(actions, this.session.dictionary) };
  }

  /** Asks what the acting seat should do. */
  ask(): void {
    const { table, acting } = this.session;
    if (table?.over) return;
    if (!table?.seats.hints) return this.session.answer('No hints in matches between people.');
    if (!this.can || acting === null) return this.session.answer('A hint is for the one whose turn it is.');
    this.#carryOut = false;
    this.#tries = 0;
    this.#ask(acting);
  }

  /** Answers a question, and all that follow from it, as a strong bot would. */
  answerAll(): void {
    const { acting } = this.session;
    if (acting === null || !this.can) return;
    this.#carryOut = true;
    this.#ask(acting);
  }

  close(): void {
    this.#clear();
    this.#wanted = null;
  }

  /** The connection is a new one, or over: no answer comes any more to what was asked before. */
  reset(): void {
    this.close();
    [this.#asked, this.#carryOut] = [null, false];
  }

  /** Does the next step. */
  step(): void {
    const { advice, session } = this;
    const choice = session.choices.find(({ seat, words }) => seat === advice?.seat && words === advice.actions[0]);
    if (choice) session.act(choice);
    else if (advice) session.why(advice.actions.slice(0, 1));
  }

  /** Does all steps, up to the first that rolls or reveals something. */
  all(): void {
    const { advice, session } = this;
    if (!advice) return;
    this.#stopShowing();
    session.run.start({
      seat: advice.seat,
      words: advice.actions,
      // Whatever a die or a card brings ends it by itself.
      goesOn: () => true,
    });
  }

  /** Shows one step after the other. */
  show(): void {
    const { advice } = this;
    if (!advice) return;
    this.#stopShowing();
    const { actions, first } = advice;
    const shows = (index: number): void => {
      if (index >= actions.length) return this.#stopShowing();
      this.now = first + index;
      voice.say(`${first + index}: ${labelOf(actions[index]!, this.session.dictionary)}`);
      this.#timer = setTimeout(() => shows(index + 1), SHOWN);
    };
    shows(0);
  }

  /** A hint has come. One that was thought out for another situation is asked for again. */
  hinted({ seat, actions, text, why }: Hinted): void {
    const asked = this.#asked;
    this.#asked = null;
    const wanted = this.#wanted;
    if (wanted === null) return;
    if (!this.#isAble(wanted)) return this.close();
    if (wanted !== seat || asked?.situation !== this.#situationOf(seat)) return this.#ask(wanted);
    this.#wanted = null;
    this.#situation = asked.situation;
    this.advice = { seat, actions, first: 1, text, why };
    if (this.#carryOut) return this.#answer();
    voice.say(`Hint: ${text} ${why}`);
  }

  /** Something was refused; if it was the question for a hint, it is asked again. */
  refused(id: number | undefined): boolean {
    if (this.#asked === null || this.#asked.id !== id) return false;
    this.#asked = null;
    const wanted = this.#wanted;
    if (wanted === null || this.#tries >= TRIES) {
      this.close();
      return false;
    }
    this.#tries += 1;
    setTimeout(() => {
      if (this.#wanted === wanted && !this.#asked && this.#isAble(wanted)) this.#ask(wanted);
    }, AGAIN);
    return true;
  }

  /** The table has moved on: what was done falls away from the plan, and what others changed is asked about again. */
  follow(entries: readonly Step[], isBack: boolean): void {
    const { advice } = this;
    if (!advice) {
      const acted = this.#carryOut && entries.some(({ seat }) => seat === this.#wanted);
      if (acted) this.#carryOut = false;
      if (acted || (this.#wanted !== null && !this.#isAble(this.#wanted))) this.close();
      return;
    }
    const { seat, actions, first } = advice;
    const own = entries.filter((entry) => entry.seat === seat);
    const isFollowed = !isBack && own.length === 1 && own[0]!.words === actions[0];
    // Whoever answers otherwise goes on by themselves.
    if (own.length > 0 && !isFollowed) this.#carryOut = false;
    this.#stopShowing();
    if (isFollowed && actions.length > 1 && this.#isAble(seat)) {
      this.advice = { ...advice, actions: actions.slice(1), first: first + 1 };
      this.#situation = this.#situationOf(seat);
    } else if (isBack || own.length > 0 || !this.#isAble(seat)) {
      this.#clear();
      if (this.#carryOut && this.#isAble(seat)) this.#goOnAnswering(seat);
    } else if (this.#situation !== this.#situationOf(seat)) {
      this.#ask(seat);
    }
  }

  #ask(seat: number): void {
    this.#clear();
    this.#wanted = seat;
    // One question at a time: when the answer comes, it is seen that another was wanted.
    if (this.#asked) return;
    const id = this.session.question();
    this.#asked = { id, seat, situation: this.#situationOf(seat) };
    this.session.send({ hint: { seat, id } });
  }

  /** What the advice is about: the position, or where all act at the same time what this seat may do. */
  #situationOf(seat: number): string {
    const { table, simultaneous } = this.session;
    const choices = table?.choices.find((one) => one.seat === seat);
    return simultaneous ? `${table?.turn} ${choices?.legal.join()}` : `${table?.steps} ${choices?.legal.length}`;
  }

  #isAble(seat: number | undefined): boolean {
    return this.session.table?.choices.some((one) => one.seat === seat) ?? false;
  }

  /** Carries out what answers the question that was asked. */
  #answer(): void {
    const { advice, session } = this;
    if (!advice) return;
    this.#verb = verbOf(advice.actions[0]!);
    const end = advice.actions.findIndex((words) => verbOf(words) !== this.#verb);
    session.run.start({
      seat: advice.seat,
      words: advice.actions.slice(0, Math.max(1, end < 0 ? advice.actions.length : end)),
      goesOn: () => true,
    });
  }

  /** A question that has more parts than the plan is asked about once more. */
  #goOnAnswering(seat: number): void {
    const legal = this.session.choices.filter((choice) => choice.seat === seat);
    const isSame = legal.length > 0 && legal.every(({ words }) => verbOf(words) === this.#verb);
    if (isSame) this.#ask(seat);
    else this.#carryOut = false;
  }

  #clear(): void {
    this.#stopShowing();
    this.advice = null;
  }

  #stopShowing(): void {
    clearTimeout(this.#timer);
    this.now = null;
  }
}
