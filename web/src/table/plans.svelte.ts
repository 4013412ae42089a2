// Plans at a table: the one that the person builds, and those that are shown to everybody.

import type { Ghosts } from '../games/drawing';
import type { Answered, Planned } from '../protocol/protocol';
import { notice } from '../ui/notice.svelte';
import { voice } from '../ui/voice.svelte';
import {
  actionsOf,
  answered,
  labelOf,
  leftOf,
  proposed,
  standing,
  stepsAloud,
  type Plan,
  type Proposal,
  type Reply,
} from './plan';
import type { TableSession } from './session.svelte';
import type { Step } from './steps';
import { seatName, seatsOf } from './words';

export class Plans {
  /** The plan that the person builds; while there is one, it is what the board shows and what taps add to. */
  draft = $state.raw<Plan | null>(null);
  /** The plans that are shown to the table. */
  proposals = $state.raw<readonly Proposal[]>([]);
  /** What bots answer to plans and places that were shown. */
  replies = $state.raw<readonly Reply[]>([]);
  /** The actions that the server was asked about last. */
  #wanted: readonly string[] = [];

  constructor(private readonly session: TableSession) {}

  /** Does a question about the plan wait for its answer? */
  get isAsking(): boolean {
    return this.draft !== null && this.draft.asked !== null;
  }

  /** The plans to be drawn: the own one while it is built, else those that are shown to the table. */
  get ghosts(): Ghosts[] {
    const { draft, proposals } = this;
    const { dictionary, own } = this.session;
    if (!draft)
      return proposals.map(({ name, seat, actions }) => ({
        name,
        ...(seat ? { seat } : {}),
        actions: actionsOf(actions, dictionary),
      }));
    const [seat] = own;
    return [
      { name: 'Your plan', ...(seat ? { seat } : {}), actions: actionsOf(draft.actions, dictionary), done: true },
    ];
  }

  /** Begins a plan: from now on taps build it, and nothing happens at the table. */
  start(): void {
    if (this.draft || this.session.busy || this.session.table?.seats.phase !== 'playing') return;
    this.session.reason = null;
    // Bots that play along wait for it.
    this.session.send({ draft: { on: true } });
    this.#think([]);
    voice.say('You make a plan. Nothing happens at the table. Escape leaves it.');
  }

  /** Adds a step to the plan. */
  add(words: string): void {
    if (this.draft) this.#think([...this.draft.actions, words]);
  }

  /** Takes one step out of the plan; what does not fit any more after it falls away. */
  remove(index: number): void {
    if (this.draft) this.#think(this.draft.actions.filter((_, at) => at !== index));
  }

  /** Takes the last step out of the plan. */
  undo(): void {
    if (this.draft) this.#think(this.draft.actions.slice(0, -1));
  }

  /** Takes all steps out of the plan. */
  restart(): void {
    this.#think([]);
  }

  /** Drops the plan. */
  leave(): void {
    if (!this.draft) return;
    this.#drop();
    this.session.send({ draft: { on: false } });
    voice.say('Back at the table.');
  }

  /** Shows the plan to the table. */
  propose(): void {
    if (!this.draft || this.draft.actions.length === 0) return;
    this.session.send({ propose: { actions: [...this.draft.actions] } });
    this.#drop();
  }

  /** Does the next step of a proposal, or says why it cannot be done. */
  adopt({ actions }: Proposal): void {
    const [words = ''] = actions;
    const choice = this.session.choices.find((choice) => choice.words === words);
    if (choice) this.session.act(choice);
    else this.session.why([words]);
  }

  /** Passes over the next step of a proposal. */
  skip(proposal: Proposal): void {
    const left = { ...proposal, actions: proposal.actions.slice(1) };
    this.proposals = this.proposals
      .map((other) => (other === proposal ? left : other))
      .filter(({ actions }) => actions.length > 0);
  }

  /** Puts a proposal away: the own one for everybody, another's on this screen. */
  dismiss(proposal: Proposal): void {
    if (proposal.seat !== undefined && this.session.own.has(proposal.seat))
      this.session.send({ propose: { actions: [] } });
    this.proposals = this.proposals.filter((other) => other !== proposal);
  }

  /** The server says how a plan would turn out. */
  planned({ id, actions, view, choices }: Planned): void {
    if (this.draft?.asked !== id) return;
    const more = actions.length > this.draft.actions.length;
    const { dictionary } = this.session;
    this.draft = { actions, view, choices, asked: null };
    const lost = this.#wanted[actions.length];
    if (lost !== undefined) notice.show(`“${labelOf(lost, dictionary)}” does not fit into the plan any more.`);
    else if (more) voice.say(`Plan: ${stepsAloud(actions, dictionary)}.`);
  }

  /** Somebody shows a plan, or takes it away. */
  proposed(id: number, name: string, seat: number | undefined, actions: readonly string[]): void {
    const { table, dictionary } = this.session;
    if (!table) return;
    const proposal = { id, name, ...(seat ? { seat } : {}), actions, turn: table.turn, awaited: table.awaited };
    this.proposals = proposed(this.proposals, proposal);
    if (actions.length > 0) voice.say(`${name} proposes: ${stepsAloud(actions, dictionary)}.`);
  }

  /** A bot answers what somebody showed. */
  answered(answer: Answered): void {
    const { table } = this.session;
    if (!table) return;
    this.replies = answered(this.replies, { ...answer, turn: table.turn });
    // Whoever is told that the plan is done need not see it as a question any more.
    if (answer.answer === 'declines' || answer.answer === 'unable')
      this.proposals = this.proposals.filter(({ id }) => id !== answer.to);
    const [bot] = seatsOf(table, [answer.seat]);
    voice.say(`${bot ? seatName(bot) : 'A bot'} says: ${answer.text}`);
  }

  /** Puts an answer away. */
  forget(reply: Reply): void {
    this.replies = this.replies.filter((other) => other !== reply);
  }

  /** The table has moved on: proposals and the own plan follow it. */
  follow(steps: readonly Step[]): void {
    const { table } = this.session;
    if (!table) return;
    this.proposals = standing(this.proposals, table, steps);
    // A turn may be over in a moment; what was said can still be read in the next.
    this.replies = this.replies.filter(({ turn }) => table.turn <= turn + 1 && !table.over);
    if (table.over) this.draft = null;
    else if (this.draft) this.#think(leftOf(this.#wanted, steps));
  }

  /** Everything was told anew: a plan that is being made goes on. */
  resume(): void {
    if (this.draft) this.session.send({ draft: { on: true } });
    this.follow([]);
  }

  /** Asks the server how these actions would turn out. */
  #think(actions: readonly string[]): void {
    const { table } = this.session;
    if (!table) return;
    const asked = this.session.question();
    const before = this.draft ?? { actions: [], view: table.view, choices: [] };
    this.draft = { ...before, asked };
    this.#wanted = actions;
    this.session.send({ plan: { id: asked, actions: [...actions] } });
  }

  #drop(): void {
    this.draft = null;
    this.session.reason = null;
  }
}
