// A study that somebody works at: where they are in the tree, and what can follow there. What is legal, what it leads to and
// what is said of it comes from the server.

import { actionWords, studyLine } from '../api';
import type { Choice } from '../games/drawing';
import type { ActionWords, LogEntry, StudyDice, StudyState } from '../protocol/protocol';
import { viewsOf } from '../replay/frames';
import { choicesFrom } from '../table/choices';
import type { View } from '../table/model';
import { notice } from '../ui/notice.svelte';
import { voice } from '../ui/voice.svelte';
import {
  added,
  branchesOf,
  goesOn,
  lineOf,
  pathTo,
  recordOf,
  removed,
  treeOf,
  type Header,
  type StudyNode,
} from './tree';
import type { StudyRecord } from './tree';

// As many steps as a table remembers.
const REMEMBERED = 200;
/** So many lines of a study are asked for when it is opened. */
const MOST_TOLD = 40;

export class Study {
  readonly header: Header;
  readonly root: StudyNode;
  /** How many steps the match had that was brought along; none of them is changed here. */
  readonly recorded: number;
  /** The position that is shown. */
  node: StudyNode = $state.raw()!;
  names = $state.raw<readonly string[]>([]);
  reference = $state.raw<NonNullable<StudyState['reference']>>([]);
  /** Is an answer on its way? */
  busy = $state(false);
  /** The seat for which somebody acts, where several can. */
  #seat = $state(0);
  /** Counts what happens to the tree: its nodes are plain objects. */
  #changes = $state(0);
  #words = $state.raw<readonly ActionWords[]>([]);
  #asked = 0;
  /** By which way somebody came back from a node: forward leads there again. */
  readonly #last = new Map<StudyNode, StudyNode>();
  #undone = $state.raw<(() => void) | null>(null);

  constructor(record: StudyRecord) {
    const { steps, notes, variations, ...header } = record;
    this.header = header;
    this.recorded = steps.length;
    this.root = treeOf({ steps, ...(notes ? { notes } : {}), ...(variations ? { variations } : {}) });
    this.node = this.root;
  }

  /** Counts the changes of the tree: whoever reads it is told of the next. */
  get version(): number {
    return this.#changes;
  }

  /** Asks for the whole match, and goes to a step of it. */
  async open(step: number): Promise<void> {
    this.#words = await actionWords(this.header.game);
    const line = lineOf(this.root);
    const state = await studyLine(this.#record(line.at(-1)!), 0);
    [this.names, this.reference] = [state.names, state.reference ?? []];
    this.header.rules = state.rules;
    this.#learn(line, state);
    await this.go(line[Math.min(step, line.length - 1)]!);
    void this.#tellLines(this.root, MOST_TOLD);
  }

  /** Asks for the lines that leave one, so that their names can be told; answers how many more may be asked for. */
  async #tellLines(of: StudyNode, most: number): Promise<number> {
    let left = most;
    for (const first of branchesOf(lineOf(of))) {
      if (left <= 0) break;
      // What cannot be played is told to whoever goes there.
      if (!first.view) await this.#fetch(lineOf(first).at(-1)!).catch(() => {});
      left = await this.#tellLines(first, left - 1);
    }
    return left;
  }

  /** The way to the node that is shown. */
  path = $derived.by<StudyNode[]>(() => pathTo(this.node));
  #log = $derived(this.path.flatMap(({ entry }): LogEntry[] => (entry ? [entry] : [])));
  view = $derived.by<View | undefined>(() => (void this.#changes, this.node.view));
  history = $derived(this.#log.slice(-REMEMBERED));
  trail = $derived(this.#log.filter(({ turn }) => turn === this.#log.at(-1)?.turn));
  told = $derived.by(() => (void this.#changes, this.node.entry?.told ?? []));
  next = $derived.by(() => (void this.#changes, this.node.next));
  outcomes = $derived(this.next?.outcomes ?? []);
  over = $derived(this.next?.over);
  /** The seats that can act. */
  seats = $derived(this.next?.choices.map(({ seat }) => seat) ?? []);
  seat = $derived(this.seats.includes(this.#seat) ? this.#seat : (this.next?.awaited[0] ?? this.seats[0]));
  choices = $derived.by<Choice[]>(() => {
    if (this.busy || !this.next) return [];
    return choicesFrom(this.next.choices, this.#words).filter(({ seat }) => seat === this.seat);
  });
  prompt = $derived(this.next?.choices.find(({ seat }) => seat === this.seat)?.prompt);
  canUndoDelete = $derived(this.#undone !== null);
  /** The dictionary of the game's actions. */
  get words(): readonly ActionWords[] {
    return this.#words;
  }

  actAs(seat: number): void {
    this.#seat = seat;
  }

  /** Shows a position. */
  async go(to: StudyNode): Promise<void> {
    for (let one = to; one.parent; one = one.parent) this.#last.set(one.parent, one);
    this.node = to;
    if (!to.next) await this.#ask(to);
    if (this.node === to) voice.say([`Step ${to.depth}.`, ...this.told].join(' '));
  }

  back(): void {
    if (this.node.parent) void this.go(this.node.parent);
  }

  /** The position to which forward leads: where somebody came from, or on with the line. */
  ahead = $derived.by<StudyNode | undefined>(() => {
    void this.#changes;
    const last = this.#last.get(this.node);
    return last && this.node.children.includes(last) ? last : (goesOn(this.node) ?? this.node.children[0]);
  });

  forward(): void {
    if (this.ahead) void this.go(this.ahead);
  }

  toStart(): void {
    void this.go(this.root);
  }

  toEnd(): void {
    let end = this.node;
    for (let one = this.ahead; one; one = this.#last.get(one) ?? goesOn(one) ?? one.children[0]) end = one;
    void this.go(end);
  }

  /** A seat acts. */
  act = async ({ seat, words }: Choice): Promise<void> => {
    await this.step(`${seat} ${words}`);
  };

  /** Chance decides what somebody has chosen. */
  choose = (words: string): Promise<void> => this.step(`* ${words}`);

  /** Adds a step, or goes to it if it is there. */
  async step(words: string): Promise<void> {
    if (this.busy) return;
    const before = this.node;
    const count = before.children.length;
    const to = added(before, words, this.recorded);
    if (!to.view && !(await this.#ask(to))) {
      // Nothing was played.
      if (before.children.length > count) removed(to);
      return;
    }
    this.#changes += 1;
    this.#undone = null;
    await this.go(to);
  }

  /** Dice fall until somebody can act. */
  async roll(dice: StudyDice): Promise<void> {
    if (this.busy) return;
    const from = this.node;
    await this.#telling(async () => {
      const state = await studyLine(this.#record(from), from.depth, dice);
      let last = from;
      const line = [from];
      for (const { words } of state.log) line.push((last = added(last, `* ${words}`, this.recorded)));
      this.#learn(line, state);
      this.#undone = null;
    }).then((done) => {
      const fallen = done ? this.#fallen : null;
      if (fallen) void this.go(fallen);
    });
  }

  /** The last node of what was told last. */
  #fallen: StudyNode | null = null;

  rename(of: StudyNode, name: string): void {
    of.name = name;
    this.#changes += 1;
  }

  note(of: StudyNode, text: string): void {
    of.note = text;
    this.#changes += 1;
  }

  /** Does this step belong to the match that was brought along? */
  isRecorded(of: StudyNode): boolean {
    return of.depth <= this.recorded && lineOf(this.root)[of.depth] === of;
  }

  /** Deletes a step with all that follows. */
  delete(of: StudyNode): void {
    if (!of.parent || this.isRecorded(of)) return;
    const back = removed(of);
    this.#undone = () => (back(), (this.#undone = null), (this.#changes += 1));
    this.#changes += 1;
    if (pathTo(this.node).includes(of)) void this.go(of.parent);
  }

  undoDelete(): void {
    this.#undone?.();
  }

  /** The record of all of it. */
  record(): StudyRecord {
    const end = lineOf(this.root).at(-1)!;
    return recordOf(this.header, this.root, end.next?.over);
  }

  /** The record of the line that leads to a node. */
  #record(to: StudyNode): object {
    return { ...this.header, steps: pathTo(to).map(({ words }) => words), result: null };
  }

  /** The record of the match as it stands at the node that is shown. */
  here(): object {
    return this.#record(this.node);
  }

  /** Asks for a position and for what can follow there. */
  #ask(to: StudyNode): Promise<boolean> {
    return this.#telling(() => this.#fetch(to));
  }

  async #fetch(to: StudyNode): Promise<void> {
    const path = [this.root, ...pathTo(to)];
    const known = path.findLastIndex(({ view }, index) => view && index < path.length - 1);
    const from = Math.max(0, known);
    this.#learn(path.slice(from), await studyLine(this.#record(to), from));
  }

  async #telling(ask: () => Promise<void>): Promise<boolean> {
    const asked = (this.#asked += 1);
    this.busy = true;
    try {
      await ask();
      return true;
    } catch (error) {
      notice.show((error as Error).message);
      return false;
    } finally {
      if (asked === this.#asked) this.busy = false;
    }
  }

  /** Takes down what was told of a line, whose first node stands before what was told. */
  #learn(line: readonly StudyNode[], state: StudyState): void {
    const views = viewsOf(state);
    line.forEach((one, index) => {
      one.view = views[index]!;
      if (index > 0) one.entry = state.log[index - 1]!;
    });
    const { choices, awaited, outcomes, same, over } = state;
    const last = line.at(-1)!;
    last.next = { choices, awaited, same, ...(outcomes ? { outcomes } : {}), ...(over ? { over } : {}) };
    this.#fallen = last;
    this.#changes += 1;
  }
}
