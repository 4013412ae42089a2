// One open table in this browser: what is known of it, what the person may do, and what they ask of the server.

import { actionWords, claimSeat, game as gameInfo, socketUrl, tableInfo } from '../api';
import { drawingOf, type AnyDrawing } from '../games';
import type { Choice, Ghosts, Pinged } from '../games/drawing';
import { nonce } from '../names';
import { person } from '../person.svelte';
import type { ActionWords, Command, GameInfo, Hinted, Logged, Message, Planned, Refused, Submit, Update } from '../protocol/protocol';
import { go } from '../router.svelte';
import { notice } from '../ui/notice.svelte';
import { voice } from '../ui/voice.svelte';
import { choicesFrom } from './choices';
import { Connection, type Link } from './connection';
import { heard, ownSeats, takenBack, welcomed, type Table, type View } from './model';
import { labelOf, leftOf, proposed, standing, stepsAloud, type Plan, type Proposal } from './plan';
import { afterBack, afterStep } from './redo';
import { finished, readStep, restartTo, trailSince, undoTo, type BackTo, type Step } from './steps';
import { turnWords } from './words';

/** Why something cannot be done: a sentence, and the clause that says so; or `news` that somebody asked for. */
export type Reason = { text: string; clause: string; news?: boolean; act?: Choice };

const PING_LASTS = 3000;

export class TableSession {
  table = $state.raw<Table | null>(null);
  link = $state<Link>('catching up');
  outbox = $state.raw<readonly Submit[]>([]);
  game = $state.raw<GameInfo | null>(null);
  drawing = $state.raw<AnyDrawing | null>(null);
  dictionary = $state.raw<readonly ActionWords[]>([]);
  reason = $state.raw<Reason | null>(null);
  pings = $state.raw<readonly Pinged[]>([]);
  /** The path of a link that takes a seat at another device. */
  seatLink = $state.raw<{ seat: number; path: string } | null>(null);
  /** What keeps the table from opening. */
  problem = $state('');
  redoable = $state.raw<readonly Step[]>([]);
  /** The plan that the person builds; while there is one, it is what the board shows and what taps add to. */
  plan = $state.raw<Plan | null>(null);
  /** The plans that are shown to the table. */
  proposals = $state.raw<readonly Proposal[]>([]);
  /** Does the next tap on the board point at a place? */
  pointing = $state(false);
  #chosenSeat = $state<number | null>(null);
  /** The view when dice last fell. */
  #before = $state.raw<View>({});

  own = $derived<ReadonlySet<number>>(this.table ? ownSeats(this.table) : new Set<number>());

  /** Do all seats act at the same time, each on its own? */
  apart = $derived(this.drawing?.settle !== undefined);

  /** The own seat for which the person acts now. Where seats act apart, one that is done stays until another is chosen. */
  acting = $derived.by<number | null>(() => {
    const able = this.table?.choices.map(({ seat }) => seat) ?? [];
    const chosen = this.#chosenSeat;
    if (chosen !== null && (able.includes(chosen) || (this.apart && this.own.has(chosen)))) return chosen;
    return able.find((seat) => this.table!.awaited.includes(seat)) ?? able[0] ?? null;
  });

  /** The own seat that comes next when the acting one is done. */
  next = $derived.by<number | null>(() => {
    const waiting = [...this.own].filter((seat) => seat !== this.acting && this.table?.awaited.includes(seat));
    const done = this.apart && this.acting !== null && !this.table?.awaited.includes(this.acting);
    return done ? (waiting.find((seat) => seat > this.acting!) ?? waiting[0] ?? null) : null;
  });

  /** What the acting seat may do; in a plan, what the seat whose turn it is could do. */
  choices = $derived<Choice[]>(
    choicesFrom(
      this.plan?.choices ?? this.table?.choices.filter(({ seat }) => seat === this.acting) ?? [],
      this.dictionary,
    ),
  );

  /** Does an action wait for its answer? Until then nothing else can be done. */
  busy = $derived(this.outbox.length > 0 || (this.plan !== null && this.plan.asked !== null));

  /** The position on the board: that of the table, or of the plan. */
  view = $derived.by<View>(() => {
    const { table, drawing, plan } = this;
    if (!table || plan) return plan?.view ?? {};
    return drawing?.settle?.(table.view, this.#before, table.seats.seats, table.log) ?? table.view;
  });

  /** The log as far as it is open: what others have not finished is left out. */
  log = $derived.by<readonly Logged[]>(() => {
    const { table } = this;
    if (!table) return [];
    return this.apart ? finished(table.log, this.own, table.awaited) : table.log;
  });

  /** The plans to be drawn: the own one while it is built, else those that are shown to the table. */
  ghosts = $derived.by<Ghosts[]>(() => {
    if (!this.plan) return this.proposals.map(({ name, seat, actions }) => ({ name, ...(seat ? { seat } : {}), actions }));
    const seat = [...this.own][0];
    return [{ name: 'Your plan', ...(seat ? { seat } : {}), actions: this.plan.actions, done: true }];
  });

  undoPoint = $derived<BackTo | null>(this.#point(undoTo));
  restartPoint = $derived<BackTo | null>(this.#point(restartTo));
  trail = $derived(this.log.length > 0 ? trailSince(this.log, this.own) : []);

  #connection: Connection | null = null;
  #questions = 0;
  /** Is a hint for this position on its way? */
  #hinting = false;
  /** Did the person ask for the take-back that is coming? */
  #undoing = false;
  /** Did the person ask for a rematch, to go there at once? */
  #leaving = false;
  /** The actions of the plan that the server was asked about last. */
  #wanted: readonly string[] = [];
  #listener: ((text: string) => void) | null = null;

  constructor(readonly code: string) {}

  /** Finds the table, takes the seat of a seat link, and connects. */
  async start(secret?: string): Promise<void> {
    try {
      if (secret) await claimSeat(this.code, secret);
      const { game } = await tableInfo(this.code);
      this.#connection = new Connection(socketUrl(this.code), {
        onmessage: (message) => this.#hear(message),
        onlink: (link) => this.#linked(link),
        onoutbox: (outbox) => (this.outbox = outbox),
      });
      [this.drawing, this.game, this.dictionary] = await Promise.all([
        drawingOf(game),
        gameInfo(game),
        actionWords(game),
      ]);
      this.#announceTurn(null);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  /** Leaves the table; the seat stays. */
  stop(): void {
    this.#connection?.close();
  }

  send(command: Command): void {
    if (!this.#connection?.send(command)) notice.show('Not connected just now. Please try again in a moment.');
  }

  act(choice: Choice): void {
    if (this.busy) return;
    this.reason = null;
    if (this.apart) this.#chosenSeat = choice.seat;
    if (this.plan) this.#think([...this.plan.actions, choice.words]);
    else this.#connection?.submit(choice.seat, choice.words);
  }

  /** Asks why none of these actions can be done. */
  why(actions: string[]): void {
    if (this.plan) {
      const { actions: plan } = this.plan;
      return this.send({ why: { id: (this.#questions += 1), seat: 1, actions, plan: [...plan] } });
    }
    const seat = this.acting ?? [...this.own][0];
    if (seat === undefined) return this.#explain({ text: 'You are watching. Players move the pieces.', clause: '' });
    if (this.table?.over) return this.#explain({ text: 'The match is over.', clause: '' });
    this.send({ why: { id: (this.#questions += 1), seat, actions } });
  }

  /** Tells what threatens now. */
  forecast(): void {
    const { table, drawing } = this;
    const text = table && drawing?.forecast?.(this.view, table.seats.seats);
    if (text) this.#explain({ text, clause: '', news: true });
  }

  /** Asks what the acting seat should do. */
  hint(): void {
    if (this.table?.over) return;
    const seat = this.acting;
    if (seat === null) return this.#explain({ text: 'A hint is for the one whose turn it is.', clause: '', news: true });
    this.#explain({ text: 'Thinking…', clause: '', news: true });
    this.#hinting = true;
    this.send({ hint: { seat } });
  }

  undo(): void {
    if (this.plan) this.#think(this.plan.actions.slice(0, -1));
    else this.#back(this.undoPoint);
  }

  restart(): void {
    if (this.plan) this.#think([]);
    else this.#back(this.restartPoint);
  }

  /** Begins a plan: from now on taps build it, and nothing happens at the table. */
  startPlan(): void {
    if (this.plan || this.busy || this.table?.seats.phase !== 'playing') return;
    this.reason = null;
    this.#think([]);
    voice.say('You make a plan. Nothing happens at the table. Escape leaves it.');
  }

  /** Takes one step out of the plan; what does not fit any more behind it falls away. */
  removeStep(index: number): void {
    if (this.plan) this.#think(this.plan.actions.filter((_, at) => at !== index));
  }

  /** Drops the plan. */
  leavePlan(): void {
    if (!this.plan) return;
    this.plan = null;
    this.reason = null;
    voice.say('Back at the table.');
  }

  /** Shows the plan to the table. */
  propose(): void {
    if (!this.plan || this.plan.actions.length === 0) return;
    this.send({ propose: { actions: [...this.plan.actions] } });
    this.plan = null;
    this.reason = null;
  }

  /** Does the next step of a proposal, or says why it cannot be done. */
  adopt({ actions }: Proposal): void {
    const [words = ''] = actions;
    const choice = this.choices.find((choice) => choice.words === words);
    if (choice) this.act(choice);
    else this.why([words]);
  }

  /** Passes over the next step of a proposal. */
  skipStep(proposal: Proposal): void {
    const left = { ...proposal, actions: proposal.actions.slice(1) };
    this.proposals = this.proposals
      .map((other) => (other === proposal ? left : other))
      .filter(({ actions }) => actions.length > 0);
  }

  /** Puts a proposal away: the own one for everybody, another's on this screen. */
  dismiss(proposal: Proposal): void {
    if (proposal.seat !== undefined && this.own.has(proposal.seat)) this.send({ propose: { actions: [] } });
    this.proposals = this.proposals.filter((other) => other !== proposal);
  }

  /** Points at a place. */
  ping(place: string): void {
    this.pointing = false;
    this.send({ ping: { place } });
  }

  redo(): void {
    const next = this.redoable[0];
    if (this.plan) return;
    if (next?.seat && !this.busy) this.#connection?.submit(next.seat, next.words);
  }

  /** Opens a table with the same players and goes there. */
  rematch(): void {
    this.#leaving = true;
    this.send('rematch');
  }

  sit(seat: number): void {
    this.send({ sit: { seat, name: person.name, nonce: nonce() } });
  }

  /** Chooses for which of several own seats the person acts. */
  actAs(seat: number): void {
    this.#chosenSeat = seat;
  }

  /** Where seats act apart, who is done goes on to the next own seat, or is not done any more; answers if it was so. */
  endAgain(): boolean {
    if (this.next !== null) this.actAs(this.next);
    else if (this.apart && this.undoPoint?.free && this.acting !== null && !this.table?.awaited.includes(this.acting)) this.undo();
    else return false;
    return true;
  }

  /** Asks for the position in words; the answer is given to the listener. */
  describe(listener: (text: string) => void): void {
    this.#listener = listener;
    this.send('describe');
  }

  /** Tells the server whether the person looks at the page. */
  look(): void {
    this.#connection?.send({ look: { here: !document.hidden } });
  }

  /** The network is said to be back. */
  retry(): void {
    this.#connection?.retry();
  }

  /** Asks the server how these actions would turn out. */
  #think(actions: readonly string[]): void {
    const { table } = this;
    if (!table) return;
    const asked = (this.#questions += 1);
    const before = this.plan ?? { actions: [], view: table.view, choices: [] };
    this.plan = { ...before, asked };
    this.#wanted = actions;
    this.send({ plan: { id: asked, actions: [...actions] } });
  }

  #planned({ id, actions, view, choices }: Planned): void {
    if (this.plan?.asked !== id) return;
    const more = actions.length > this.plan.actions.length;
    this.plan = { actions, view, choices, asked: null };
    const lost = this.#wanted[actions.length];
    if (lost !== undefined) notice.show(`“${labelOf(lost, this.dictionary)}” does not fit into the plan any more.`);
    else if (more) voice.say(`Plan: ${stepsAloud(actions, this.dictionary)}.`);
  }

  #proposed(name: string, seat: number | undefined, actions: readonly string[]): void {
    const { table } = this;
    if (!table) return;
    const proposal = { name, ...(seat ? { seat } : {}), actions, turn: table.turn, awaited: table.awaited };
    this.proposals = proposed(this.proposals, proposal);
    if (actions.length > 0) voice.say(`${name} proposes: ${stepsAloud(actions, this.dictionary)}.`);
  }

  /** The table has moved on: proposals and the own plan follow it. */
  #follow(steps: readonly string[]): void {
    const { table } = this;
    if (!table) return;
    this.proposals = standing(this.proposals, table, steps);
    if (table.over) this.plan = null;
    else if (this.plan) this.#think(leftOf(this.#wanted, steps));
  }

  #point(find: typeof undoTo): BackTo | null {
    const { table } = this;
    if (!table || table.seats.phase !== 'playing') return null;
    const own = this.apart && this.acting !== null ? new Set([this.acting]) : this.own;
    return find(table.log, own, table.takebacks, this.apart);
  }

  #back(point: BackTo | null): void {
    if (!point || this.busy) return;
    this.reason = null;
    this.#undoing = true;
    this.send({ undo: { to: point.to, seat: point.seat } });
  }

  #linked(link: Link): void {
    if (link === this.link) return;
    if (link === 'offline') voice.call('Connection lost. Your table waits; trying again.');
    if (link === 'live' && this.link === 'offline') voice.say('Connected again.');
    this.link = link;
  }

  #hear(message: Message): void {
    const before = this.table;
    if (typeof message === 'string') return;
    if ('welcome' in message) {
      this.table = welcomed(message.welcome);
      this.#before = this.table.view;
      this.redoable = [];
      this.#follow([]);
      this.look();
    } else if (before) {
      if ('step' in message) this.#stepped(before, message.step);
      this.table = heard(before, message);
      if ('step' in message) this.#passed(before, this.table, message.step);
      if ('said' in message) voice.say(`${message.said.name} says: ${message.said.text}`);
      if ('asked' in message && message.asked.ask) voice.say('Somebody asks to take steps back.');
    }
    if ('refused' in message) this.#refused(message.refused);
    if ('allowed' in message) this.#allowed(message.allowed.action);
    if ('wrong' in message) notice.show(message.wrong.text);
    if ('again' in message && this.#leaving) go(`/t/${message.again.code}`);
    if ('linked' in message) this.seatLink = message.linked;
    if ('planned' in message) this.#planned(message.planned);
    if ('proposed' in message) this.#proposed(message.proposed.name, message.proposed.seat, message.proposed.actions);
    if ('pinged' in message) this.#pinged(message.pinged);
    if ('hinted' in message) this.#hinted(message.hinted);
    if ('described' in message) this.#described(message.described.text);
    this.#announceTurn(before);
  }

  /** The table has gone from one position to another. */
  #passed(before: Table, after: Table, { steps = [], back }: Update): void {
    const chance = steps.some((step) => readStep(step).seat === null);
    if (chance || (back !== undefined && before.turn !== after.turn)) this.#before = after.view;
    // Who helped out of turn does so again only when asked.
    if (!this.apart && before.awaited.join() !== after.awaited.join()) this.#chosenSeat = null;
    this.#follow(steps);
  }

  /** Are these steps of somebody else who has not finished? Then nothing is said of them yet. */
  #isDraft(update: Update): boolean {
    if (!this.apart || update.back !== undefined) return false;
    const awaited = update.awaited ?? this.table?.awaited ?? [];
    return (update.steps ?? []).every((step) => {
      const { seat } = readStep(step);
      return seat !== null && !this.own.has(seat) && awaited.includes(seat);
    });
  }

  #stepped(before: Table, update: Update): void {
    const { steps = [], told = [] } = update;
    this.#hinting = false;
    if (update.back !== undefined) {
      this.redoable = afterBack(this.redoable, takenBack(before, update), this.own);
      if (!this.#undoing && !this.apart) notice.show(told.join(' '));
      this.#undoing = false;
    } else if (steps.length > 0) {
      this.redoable = afterStep(this.redoable, steps, this.apart ? this.own : undefined);
    }
    if (this.#isDraft(update)) return;
    if (told.length > 0) voice.say(told.join(' '));
    this.reason = null;
  }

  #announceTurn(before: Table | null): void {
    const { table } = this;
    if (!table || !this.drawing || table.seats.phase !== 'playing') return;
    const mine = (table: Table) => table.awaited.filter((seat) => this.own.has(seat)).join();
    if (mine(table) === '' || (before?.seats.phase === 'playing' && mine(before) === mine(table))) return;
    const alone = table.seats.seats.every(({ yours }) => yours);
    voice[alone ? 'say' : 'call'](`${turnWords(table)}. ${this.drawing.prompt(table.view, table.seats.seats, this.acting ?? undefined)}`);
  }

  #refused({ text, clause }: Refused): void {
    this.#explain({ text, clause });
  }

  /** A hint has come; one for a position that is gone is not told. */
  #hinted({ seat, actions: [first], text }: Hinted): void {
    if (!this.#hinting) return;
    this.#hinting = false;
    const act = this.choices.find((choice) => choice.seat === seat && choice.words === first);
    this.#explain({ text: `Hint: ${text}`, clause: '', news: true, ...(act ? { act } : {}) });
  }

  #allowed(action: string): void {
    this.#explain({ text: `That can be done: ${labelOf(action, this.dictionary)}.`, clause: '' });
  }

  #explain(reason: Reason): void {
    this.reason = reason;
    voice.say(reason.clause ? `${reason.text} Clause ${reason.clause}.` : reason.text);
  }

  #pinged(pinged: Omit<Pinged, 'key'>): void {
    const ping = { ...pinged, key: (this.#questions += 1) };
    this.pings = [...this.pings, ping];
    voice.say(`${ping.name} points at ${ping.place}.`);
    setTimeout(() => (this.pings = this.pings.filter((other) => other !== ping)), PING_LASTS);
  }

  #described(text: string): void {
    this.#listener?.(text);
    this.#listener = null;
  }
}
