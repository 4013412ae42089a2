// One open table in this browser: what is known of it, what the person may do, and what they ask of the server.

import { actionWords, claimSeat, game as gameInfo, socketUrl, tableInfo } from '../api';
import { drawingOf, type AnyDrawing } from '../games';
import type { Choice, Pinged } from '../games/drawing';
import { nonce } from '../names';
import { person } from '../person.svelte';
import type { ActionWords, Command, GameInfo, Message, Refused, Submit, Update } from '../protocol/protocol';
import { go } from '../router.svelte';
import { notice } from '../ui/notice.svelte';
import { voice } from '../ui/voice.svelte';
import { choicesFrom } from './choices';
import { Connection, type Link } from './connection';
import { heard, ownSeats, takenBack, welcomed, type Table } from './model';
import { afterBack, afterStep } from './redo';
import { restartTo, trailSince, undoTo, type BackTo, type Step } from './steps';
import { turnWords } from './words';

/** Why something cannot be done: a sentence, and the clause that says so. */
export type Reason = { text: string; clause: string };

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
  #chosenSeat = $state<number | null>(null);

  own = $derived<ReadonlySet<number>>(this.table ? ownSeats(this.table) : new Set<number>());

  /** The own seat for which the person acts now. */
  acting = $derived.by<number | null>(() => {
    const able = this.table?.choices.map(({ seat }) => seat) ?? [];
    if (this.#chosenSeat !== null && able.includes(this.#chosenSeat)) return this.#chosenSeat;
    return able.find((seat) => this.table!.awaited.includes(seat)) ?? able[0] ?? null;
  });

  /** What the acting seat may do. */
  choices = $derived<Choice[]>(
    choicesFrom(this.table?.choices.filter(({ seat }) => seat === this.acting) ?? [], this.dictionary),
  );

  /** Does an action wait for its answer? Until then nothing else can be done. */
  busy = $derived(this.outbox.length > 0);

  undoPoint = $derived<BackTo | null>(this.#point(undoTo));
  restartPoint = $derived<BackTo | null>(this.#point(restartTo));
  trail = $derived(this.table && this.table.log.length > 0 ? trailSince(this.table.log, this.own) : []);

  #connection: Connection | null = null;
  #questions = 0;
  /** Did the person ask for the take-back that is coming? */
  #undoing = false;
  /** Did the person ask for a rematch, to go there at once? */
  #leaving = false;
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
    this.#connection?.submit(choice.seat, choice.words);
  }

  /** Asks why none of these actions can be done. */
  why(actions: string[]): void {
    const seat = this.acting ?? [...this.own][0];
    if (seat === undefined) return this.#explain({ text: 'You are watching. Players move the pieces.', clause: '' });
    if (this.table?.over) return this.#explain({ text: 'The match is over.', clause: '' });
    this.send({ why: { id: (this.#questions += 1), seat, actions } });
  }

  undo(): void {
    this.#back(this.undoPoint);
  }

  restart(): void {
    this.#back(this.restartPoint);
  }

  redo(): void {
    const next = this.redoable[0];
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

  #point(find: typeof undoTo): BackTo | null {
    const { table } = this;
    if (!table || table.seats.phase !== 'playing') return null;
    return find(table.log, this.own, table.takebacks);
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
      this.redoable = [];
      this.look();
    } else if (before) {
      if ('step' in message) this.#stepped(before, message.step);
      this.table = heard(before, message);
      if ('said' in message) voice.say(`${message.said.name} says: ${message.said.text}`);
      if ('asked' in message && message.asked.ask) voice.say('Somebody asks to take steps back.');
    }
    if ('refused' in message) this.#refused(message.refused);
    if ('allowed' in message) this.#allowed(message.allowed.action);
    if ('wrong' in message) notice.show(message.wrong.text);
    if ('again' in message && this.#leaving) go(`/t/${message.again.code}`);
    if ('linked' in message) this.seatLink = message.linked;
    if ('pinged' in message) this.#pinged(message.pinged);
    if ('described' in message) this.#described(message.described.text);
    this.#announceTurn(before);
  }

  #stepped(before: Table, update: Update): void {
    const { steps = [], told = [] } = update;
    if (update.back !== undefined) {
      this.redoable = afterBack(this.redoable, takenBack(before, update), this.own);
      if (!this.#undoing) notice.show(told.join(' '));
      this.#undoing = false;
    }
    if (steps.length > 0) this.redoable = afterStep(this.redoable, steps);
    if (told.length > 0) voice.say(told.join(' '));
    this.reason = null;
  }

  #announceTurn(before: Table | null): void {
    const { table } = this;
    if (!table || !this.drawing || table.seats.phase !== 'playing') return;
    const mine = (table: Table) => table.awaited.filter((seat) => this.own.has(seat)).join();
    if (mine(table) === '' || (before?.seats.phase === 'playing' && mine(before) === mine(table))) return;
    const alone = table.seats.seats.every(({ yours }) => yours);
    voice[alone ? 'say' : 'call'](`${turnWords(table)}. ${this.drawing.prompt(table.view, table.seats.seats)}`);
  }

  #refused({ text, clause }: Refused): void {
    this.#explain({ text, clause });
  }

  #allowed(action: string): void {
    const label = this.dictionary.find(([words]) => words === action)?.[1] ?? action;
    this.#explain({ text: `That can be done: ${label}.`, clause: '' });
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
