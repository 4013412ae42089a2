// One open table in this browser: what is known of it, what the person may do, and what they ask of the server.

import { actionWords, claimSeat, game as gameInfo, socketUrl, tableInfo, whyGone } from '../api';
import { drawingOf, type AnyDrawing } from '../games';
import type { Choice, Foresees, Pinged } from '../games/drawing';
import { person } from '../person.svelte';
import type {
  ActionWords,
  Command,
  GameInfo,
  LogEntry,
  Message,
  Prompt,
  Submit,
  UndoPoint,
} from '../protocol/protocol';
import { go } from '../router.svelte';
import { notice } from '../ui/notice.svelte';
import { voice } from '../ui/voice.svelte';
import { Asking } from './asking.svelte';
import { choicesFrom } from './choices';
import { Connection, type Link } from './connection';
import { heard, ownSeats, removed, welcomed, type Stepped, type Table, type View } from './model';
import { answerOf, SEEN } from './forced';
import { Hints } from './hints.svelte';
import { callings, withNames, type Callings } from './naming';
import { addition, begun, hold, pin, type Pin } from './luck';
import { labelOf } from './plan';
import { Plans } from './plans.svelte';
import { afterBack, afterSteps } from './redo';
import { Run } from './run.svelte';
import { Scenes } from './scenes.svelte';
import { trailSince, type Step } from './steps';
import { asksFirst, drawWords, isLasting, question } from './sure';
import { called, seatsOf, turnWords } from './words';

/**
 * Why something cannot be done: a sentence, and the clause that says so; or `news` that somebody asked for: what something
 * is, what else lies there, and what is so `now`.
 */
export type Reason = {
  text: string;
  clause: string;
  news?: boolean;
  act?: Choice;
  name?: string;
  /** Where it is taught, if that is known. */
  lesson?: string;
  more?: readonly { name: string; text: string; clause: string; lesson?: string }[];
  now?: readonly string[];
};

const NO_PROMPT: Prompt = { text: '', clause: '' };
const PING_LASTS = 3000;

export class TableSession {
  table = $state.raw<Table | null>(null);
  link = $state<Link>('catching up');
  outbox = $state.raw<readonly Submit[]>([]);
  game = $state.raw<GameInfo | null>(null);
  drawing = $state.raw<AnyDrawing | null>(null);
  #words = $state.raw<readonly ActionWords[]>([]);
  reason = $state.raw<Reason | null>(null);
  pings = $state.raw<readonly Pinged[]>([]);
  /** The path of a link that takes a seat at another device. */
  seatLink = $state.raw<{ seat: number; path: string } | null>(null);
  /** What keeps the table from opening. */
  problem = $state('');
  /** What this browser remembers of the dice. */
  pin = $state.raw<Pin | null>(null);
  redoable = $state.raw<readonly Step[]>([]);
  /** The plan that the person builds, and those that are shown to the table. */
  readonly plans: Plans = new Plans(this);
  /** What others do, shown one after the other. */
  readonly scenes: Scenes = new Scenes(this);
  /** What is advised. */
  readonly hints: Hints = new Hints(this);
  /** What is this? */
  readonly asking: Asking = new Asking(this);
  /** Actions that are done one after the other. */
  readonly run: Run = new Run(this);
  /** The words of an action that costs something: once more, and it is done. */
  sure = $state<string | null>(null);
  /** Does the next tap on the board point at a place? */
  pointing = $state(false);
  #chosenSeat = $state<number | null>(null);

  // A text, so that what follows from it is made again only when somebody else sits down.
  #callings = $derived(JSON.stringify(callings(this.table?.seats.seats ?? [])));

  /** What every action of the game is called. */
  dictionary = $derived.by<readonly ActionWords[]>(() => {
    return withNames(this.#words, JSON.parse(this.#callings) as Callings);
  });

  own = $derived<ReadonlySet<number>>(this.table ? ownSeats(this.table) : new Set<number>());

  /** Do all seats act at the same time, each on its own? */
  simultaneous = $derived(this.game?.simultaneous ?? false);

  /** The own seat for which the person acts now. Where seats act at the same time, one that is done stays until another is chosen. */
  acting = $derived.by<number | null>(() => {
    const able = this.table?.choices.map(({ seat }) => seat) ?? [];
    const chosen = this.#chosenSeat;
    if (chosen !== null && (able.includes(chosen) || (this.simultaneous && this.own.has(chosen)))) return chosen;
    return able.find((seat) => this.table!.awaited.includes(seat)) ?? able[0] ?? null;
  });

  /** The own seat that comes next when the acting one is done. */
  next = $derived.by<number | null>(() => {
    const waiting = [...this.own].filter((seat) => seat !== this.acting && this.table?.awaited.includes(seat));
    const done = this.simultaneous && this.acting !== null && !this.table?.awaited.includes(this.acting);
    return done ? (waiting.find((seat) => seat > this.acting!) ?? waiting[0] ?? null) : null;
  });

  /** What the acting seat may do; in a plan, what the seat whose turn it is could do. */
  choices = $derived<Choice[]>(
    choicesFrom(
      this.plans.draft?.choices ?? this.table?.choices.filter(({ seat }) => seat === this.acting) ?? [],
      this.dictionary,
      this.table && !this.plans.draft ? drawWords(this.table) : '',
    ),
  );

  /** What the moment asks of the acting seat; if it may do nothing, what a watcher is told. */
  prompt = $derived<Prompt>(
    this.table?.choices.find(({ seat }) => seat === this.acting)?.prompt ?? this.table?.prompt ?? NO_PROMPT,
  );

  /** Does an action wait for its answer? Until then nothing else can be done. */
  busy = $derived(this.outbox.length > 0 || this.plans.isAsking);

  /** May the person ask for hints? Where people play against each other nobody does. */
  mayHint = $derived(this.table?.seats.hints ?? false);

  /** The position on the board: that of the table, of the scene that is shown, or of the plan. */
  view = $derived.by<View>(() => {
    return this.plans.draft?.view ?? this.scenes.shown?.view ?? this.table?.view ?? {};
  });

  log = $derived<readonly LogEntry[]>(this.table?.log ?? []);

  /** What Undo takes back: what the acting seat did last, or where seats act in turn, what any own seat did last. */
  undoPoint = $derived.by<UndoPoint | null>(() => {
    const { table, acting } = this;
    if (!table || table.seats.phase !== 'playing') return null;
    const own = table.undo.filter(({ seat }) => !this.simultaneous || acting === null || seat === acting);
    const last = own.reduce<UndoPoint | null>((last, point) => (last && last.to > point.to ? last : point), null);
    return last && this.run.undoPoint(last);
  });

  /** What Restart takes back: all of this turn that is taken back at once. */
  restartPoint = $derived.by<UndoPoint | null>(() => {
    const { undoPoint: last } = this;
    return last?.restart === undefined ? null : { ...last, to: last.restart };
  });

  /** The steps that led to the position on the board. */
  history = $derived<readonly LogEntry[]>(this.scenes.shown?.log ?? this.log);

  /** The steps since the person last acted, until their next input: drawn as traces. */
  trail = $derived(trailSince(this.history, this.own).filter(({ at }) => at >= this.scenes.seen));

  #connection: Connection | null = null;
  #questions = 0;
  /** Own seats for which luck was sent over this connection. */
  readonly #lucky = new Set<number>();
  /** Did people still gather, when this connection last told of the table? */
  #gathering = false;
  /** A question that is answered by itself in a moment, and the steps after which none is. */
  #answering: ReturnType<typeof setTimeout> | undefined;
  #askedBack = -1;
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
      const { game, code } = await tableInfo(this.code);
      // Whoever came by the words of a table goes on to its link, which stays.
      if (code !== this.code) return go(`/t/${code}`, 'replace');
      this.#connection = new Connection(socketUrl(this.code), {
        onmessage: (message) => this.#hear(message),
        onlink: (link) => this.#linked(link),
        onoutbox: (outbox) => (this.outbox = outbox),
        whyGone: () => whyGone(this.code),
        ongone: (why) => this.#gone(why),
      });
      [this.drawing, this.game, this.#words] = await Promise.all([drawingOf(game), gameInfo(game), actionWords(game)]);
      this.#announceTurn(null);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  /** Leaves the table; the seat stays. */
  stop(): void {
    clearTimeout(this.#answering);
    this.run.stop();
    this.hints.reset();
    this.scenes.finish();
    this.#connection?.close();
  }

  send(command: Command): void {
    if (!this.#connection?.send(command)) notice.show('Not connected just now. Please try again in a moment.');
  }

  /** Does what was chosen. What costs something that cannot be taken back, or may be a slip, is asked about first. */
  act(choice: Choice, by: 'person' | 'run' = 'person'): void {
    if (this.busy) return;
    if (by === 'person') this.run.stop();
    const isAsked = this.table !== null && !this.plans.draft && asksFirst(choice, this.table);
    if (isAsked && this.sure !== choice.words) {
      this.run.stop();
      this.sure = choice.words;
      return this.#explain({ text: question(choice), clause: '', act: choice });
    }
    this.sure = null;
    this.reason = null;
    if (this.simultaneous) this.#chosenSeat = choice.seat;
    if (this.plans.draft) this.plans.add(choice.words);
    else this.#connection?.submit(choice.seat, choice.words);
  }

  /** Asks why none of these actions can be done. */
  why(actions: string[]): void {
    const { draft } = this.plans;
    if (draft) return this.send({ why: { id: this.question(), seat: 1, actions, plan: [...draft.actions] } });
    const seat = this.acting ?? [...this.own][0];
    if (seat === undefined) return this.#explain({ text: 'You are watching. Players move the pieces.', clause: '' });
    if (this.table?.over) return this.#explain({ text: 'The match is over.', clause: '' });
    this.send({ why: { id: this.question(), seat, actions } });
  }

  /** What can be foreseen, sentence by sentence. */
  get ahead(): NonNullable<Foresees['ahead']> {
    return (this.view as Foresees).ahead ?? [];
  }

  /** Tells what can be foreseen. */
  forecast(): void {
    const text = this.ahead.map(({ text }) => text).join(' ') || 'Nothing can be foreseen now.';
    this.#explain({ text, clause: '', news: true });
  }

  /** Shows and says what the person asked for. */
  answer(text: string): void {
    this.#explain({ text, clause: '', news: true });
  }

  /** Asks what the acting seat should do. */
  hint(): void {
    if (this.table?.over) return;
    this.reason = null;
    this.hints.ask();
  }

  /** Puts an answer or a question away. */
  drop(): void {
    this.reason = null;
    this.sure = null;
  }

  undo(): void {
    if (this.plans.draft) this.plans.undo();
    else this.#back(this.undoPoint);
  }

  restart(): void {
    if (this.plans.draft) this.plans.restart();
    else this.#back(this.restartPoint);
  }

  /** The number of the next question to the server, by which its answer is recognised. */
  question(): number {
    this.#questions += 1;
    return this.#questions;
  }

  /** Points at a place. */
  ping(place: string): void {
    this.pointing = false;
    this.send({ ping: { place } });
  }

  redo(): void {
    const next = this.redoable[0];
    if (this.plans.draft) return;
    if (next?.seat && !this.busy) this.#connection?.submit(next.seat, next.words);
  }

  /** Opens a table with the same players and goes there; `restart` keeps what the book lets lie. */
  rematch(how: 'rematch' | 'restart' = 'rematch'): void {
    this.#leaving = true;
    this.send(how);
  }

  sit(seat: number, name = person.name): void {
    this.send({ sit: { seat, name, nonce: addition(this.code, seat) } });
  }

  /** Chooses for which of several own seats the person acts. */
  actAs(seat: number): void {
    this.#chosenSeat = seat;
  }

  /** Where seats act at the same time, who is done goes on to the next own seat, or is not done any more; returns whether it was so. */
  endAgain(): boolean {
    if (this.next !== null) this.actAs(this.next);
    else if (
      this.simultaneous &&
      this.undoPoint?.free &&
      this.acting !== null &&
      !this.table?.awaited.includes(this.acting)
    )
      this.undo();
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

  #back(point: UndoPoint | null): void {
    if (!point || this.busy) return;
    this.run.stop();
    this.reason = null;
    this.#undoing = true;
    this.send({ undo: { to: point.to, seat: point.seat } });
  }

  #linked(link: Link): void {
    if (link !== 'live') this.#gathering = false;
    if (link === this.link) return;
    if (link === 'offline') voice.call('Connection lost. Your table waits; trying again.');
    if (link === 'live' && this.link === 'offline') voice.say('Connected again.');
    this.link = link;
  }

  /** The server does not know the table any more. */
  #gone(why: string): void {
    this.problem = `${why} It was here before: the server has lost it, or was set up anew. Ask whoever runs it, or open a new table.`;
    voice.call(this.problem);
  }

  /** Adds to the luck for own seats that have not, now that the commitment is known. */
  #addLuck(): void {
    if (!this.table) return;
    const gathered = this.#gathering;
    this.#gathering = this.table.seats.phase === 'gathering';
    if (gathered && !this.#gathering) this.pin = begun(this.code) ?? this.pin;
    if (!this.#gathering) return;
    for (const { seat, yours, adds } of this.table.seats.seats) {
      if (!yours || adds || this.#lucky.has(seat)) continue;
      this.#lucky.add(seat);
      this.#connection?.send({ luck: { seat, nonce: addition(this.code, seat) } });
    }
    this.pin = hold(this.code, this.table.seats) ?? this.pin;
  }

  #hear(told: Message): void {
    const before = this.table;
    const seats = told.type === 'welcome' ? told.seats.seats : (before?.seats.seats ?? []);
    // What people write is nobody's to change.
    const message = told.type === 'said' ? told : withNames(told, callings(seats));
    if (message.type === 'welcome') {
      this.scenes.finish();
      this.hints.reset();
      this.table = welcomed(message);
      this.redoable = [];
      this.plans.resume();
      this.pin = pin(this.code, message.commitment, this.table.over !== null);
      this.#lucky.clear();
      this.look();
    } else if (before) {
      if (message.type === 'step') this.#stepped(before, message);
      else this.table = heard(before, message);
    }
    this.#addLuck();
    this.#announceTurn(before);
    if (message.type === 'welcome' || message.type === 'step') this.#answerForced();
    // What a message does beside changing the table.
    switch (message.type) {
      case 'said':
        return voice.say(`${message.name} says: ${message.text}`);
      case 'asked':
        return this.#asked(message);
      case 'refused':
        return this.#explain(message);
      case 'allowed':
        return this.#allowed(message.action);
      case 'invalid':
        if (this.hints.refused(message.id)) return;
        return notice.show(message.text);
      case 'again':
        return this.#leaving ? go(`/t/${message.code}`) : undefined;
      case 'barred':
        this.problem = message.text;
        return this.stop();
      case 'linked':
        this.seatLink = { seat: message.seat, path: message.path };
        return;
      case 'planned':
        return this.plans.planned(message);
      case 'proposed':
        return this.plans.proposed(message.id, message.name, message.seat, message.actions);
      case 'answered':
        return this.plans.answered(message);
      case 'pinged':
        return this.#pinged(message);
      case 'hinted':
        return this.hints.hinted(message);
      case 'described':
        return this.#described(message.text);
      case 'welcome':
      case 'step':
      case 'seats':
      case 'duplicate':
      case 'closing':
        return;
    }
  }

  /** Steps were played or taken back: says what happened, and finds out what can be redone. */
  #stepped(before: Table, message: Stepped): void {
    const { update } = message;
    const { back, entries = [] } = update;
    // An answer stays while others act at the same time: it speaks of what one does oneself.
    const concerns = ({ seat }: LogEntry) => !this.simultaneous || seat === undefined || this.own.has(seat);
    if (back || entries.some(concerns)) this.drop();
    if (back) {
      this.redoable = afterBack(this.redoable, removed(before, update), this.own);
      if (!this.#undoing && !this.simultaneous) notice.show(back.text);
      this.#undoing = false;
    } else if (entries.length > 0) {
      this.redoable = afterSteps(this.redoable, entries, this.simultaneous ? this.own : undefined);
    }
    // Somebody who acts at the same time has perhaps done something that is not told yet.
    if (back || entries.length > 0) {
      const known = ({ seat }: LogEntry) => update.from !== undefined && seat !== undefined && this.own.has(seat);
      const told = back ? [back.text] : entries.filter((entry) => !known(entry)).flatMap((entry) => entry.told);
      if (told.length > 0) voice.say(told.join(' '));
    }
    const after = heard(before, message);
    this.table = after;
    // Who helped out of turn does so again only when asked.
    if (!this.simultaneous && before.awaited.join() !== after.awaited.join()) this.#chosenSeat = null;
    if (back) this.#askedBack = after.steps;
    this.plans.follow(entries);
    this.scenes.follow(before, after, update);
    this.run.stepped(entries, back !== undefined);
    this.hints.follow(entries, back !== undefined);
  }

  /** Answers a question about which there is no choice, after it was seen, and tells it. */
  #answerForced(): void {
    clearTimeout(this.#answering);
    const { table } = this;
    if (!table || table.over || table.steps === this.#askedBack || table.ask || this.run.isGoing) return;
    const asked = table.choices.find(({ seat }) => seat === this.acting);
    const { steps } = table;
    const ready = (): Choice | null => {
      const still = this.table?.steps === steps && !this.plans.draft && !this.busy && this.acting === asked?.seat;
      return asked && still ? answerOf(this.choices, asked.forced, isLasting(table)) : null;
    };
    if (asked?.forced === undefined || !ready()) return;
    const answer = (): void => {
      const choice = ready();
      if (!choice) return;
      // What led to the question is seen to its end.
      if (this.scenes.playing) {
        this.#answering = setTimeout(answer, SEEN);
        return;
      }
      this.act(choice, 'run');
      const undo = table.takebacks === 'none' ? '' : ' Undo takes it back.';
      if (this.sure === null) notice.show(`${choice.label}: no other choice.${undo}`);
    };
    this.#answering = setTimeout(answer, SEEN);
  }

  #announceTurn(before: Table | null): void {
    const { table } = this;
    // Before the table is shown nothing is said of it.
    if (!table || !this.drawing || table.seats.phase !== 'playing') return;
    const mine = (table: Table) => table.awaited.filter((seat) => this.own.has(seat)).join();
    if (mine(table) === '' || (before?.seats.phase === 'playing' && mine(before) === mine(table))) return;
    const alone = table.seats.seats.every(({ yours }) => yours);
    voice[alone ? 'say' : 'call'](`${turnWords(table)}. ${this.prompt.text}`);
  }

  /** Somebody asks to take steps back, or such a request is over; who asked is told who did not agree. */
  #asked({ ask, refused }: Extract<Message, { type: 'asked' }>): void {
    if (ask) return voice.say('Somebody asks to take steps back.');
    const [who] = this.table && refused ? seatsOf(this.table, [refused]) : [];
    if (who)
      this.#explain({
        text: `${called(who, this.table!.seats.seats)} does not agree to the take-back.`,
        clause: '',
        news: true,
      });
  }

  #allowed(action: string): void {
    this.#explain({ text: `That can be done: ${labelOf(action, this.dictionary)}.`, clause: '' });
  }

  /** Tells something that was asked for. */
  tell(reason: Reason): void {
    this.#explain(reason);
  }

  #explain(reason: Reason): void {
    const { name = '', text, clause, more = [], now = [] } = reason;
    this.reason = reason;
    const others = more.map((thing) => `${thing.name}: ${thing.text}`);
    const said = [name ? `${name}.` : '', text, clause ? `Clause ${clause}.` : '', ...others, ...now];
    voice.say(said.filter(Boolean).join(' '));
  }

  #pinged(pinged: Omit<Pinged, 'key'>): void {
    const { name, seat, place } = pinged;
    const ping = { name, place, ...(seat ? { seat } : {}), key: this.question() };
    this.pings = [...this.pings, ping];
    voice.say(`${ping.name} points at ${ping.place}.`);
    setTimeout(() => (this.pings = this.pings.filter((other) => other !== ping)), PING_LASTS);
  }

  #described(text: string): void {
    this.#listener?.(text);
    this.#listener = null;
  }
}
