// The socket of a table: it comes back by itself, sends unanswered actions again and notices when it missed something.

import type { Command, Message, Submit } from '../protocol/protocol';
import { submission, waiting } from './outbox';

/** How the connection is: live, on its way back, or gone for more than a moment. */
export type Link = 'live' | 'catching up' | 'offline';

/** The part of a WebSocket that is used here. */
export type Socket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'onerror'>;

export type Events = {
  onmessage: (message: Message) => void;
  onlink: (link: Link) => void;
  onoutbox: (outbox: readonly Submit[]) => void;
  /** Asked when several tries have failed: why the table is not there any more; null if it may come back. */
  whyGone?: () => Promise<string | null>;
  /** The table is not there any more; nothing is tried again. */
  ongone?: (why: string) => void;
};

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 1500;
/** From this many failed tries on, the table is called offline. */
const PATIENCE = 3;
/** How long a try or an action may stay unanswered before the connection is thought dead. */
const ANSWER_WITHIN = 4000;
const OPEN = 1;

/** How long to wait before a try, after this many failed ones. */
export function pause(failures: number): number {
  return Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE);
}

export class Connection {
  #socket: Socket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #closed = false;
  #asking = false;
  #greeted = false;
  #seen = 0;
  #outbox: readonly Submit[] = [];

  constructor(
    private readonly url: string,
    private readonly events: Events,
    private readonly open: (url: string) => Socket = (url) => new WebSocket(url),
  ) {
    this.#connect();
  }

  /** Sends a command if the connection stands; says whether it does. */
  send(command: Command): boolean {
    if (!this.#greeted || this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(JSON.stringify(command));
    return true;
  }

  /** Sends an action now, or as soon as the connection is back. */
  submit(seat: number, action: string): void {
    const submit = submission(seat, action, this.#seen);
    this.#setOutbox([...this.#outbox, submit]);
    this.send({ submit });
    this.#watch();
  }

  /** Tries again at once: the network is said to be back. */
  retry(): void {
    if (this.#closed || this.#greeted) return;
    this.#failures = 0;
    this.#drop();
    this.#connect();
  }

  /** Ends the connection for good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#drop();
  }

  #connect(): void {
    const socket = this.open(this.url);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent) => this.#hear(JSON.parse(event.data as string) as Message);
    socket.onclose = () => this.#lost();
    socket.onerror = () => {};
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#lost(), ANSWER_WITHIN);
  }

  #hear(message: Message): void {
    if (message.type === 'welcome') {
      this.#seen = message.n;
      this.#greeted = true;
      clearTimeout(this.#watchdog);
      this.#failures = 0;
      this.events.onlink('live');
    } else if (!this.#follows(message)) return this.#lost();
    this.#setOutbox(waiting(this.#outbox, message));
    this.events.onmessage(message);
    if (message.type === 'welcome') {
      for (const submit of this.#outbox) this.send({ submit });
      this.#watch();
    }
  }

  /** Takes note of a numbered entry; false if one before it was missed. Changes of the seats tell all in one. */
  #follows(message: Message): boolean {
    if (message.type === 'seats') this.#seen = message.n;
    const n = message.type === 'step' ? message.update.n : message.type === 'said' ? message.n : null;
    if (n === null) return true;
    if (n !== this.#seen + 1) return false;
    this.#seen = n;
    return true;
  }

  #lost(): void {
    this.#drop();
    if (this.#closed) return;
    this.events.onlink(this.#failures < PATIENCE ? 'catching up' : 'offline');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), pause(this.#failures));
    this.#failures += 1;
    if (this.#failures > PATIENCE) void this.#askWhy();
  }

  /** A server that answers, but does not know the table, will not know it later. */
  async #askWhy(): Promise<void> {
    if (this.#asking || !this.events.whyGone) return;
    this.#asking = true;
    const why = await this.events.whyGone().catch(() => null);
    this.#asking = false;
    if (why === null || this.#closed || this.#greeted) return;
    this.close();
    this.events.ongone?.(why);
  }

  /** Lets go of the socket without hearing from it again. */
  #drop(): void {
    this.#greeted = false;
    clearTimeout(this.#watchdog);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
  }

  #setOutbox(outbox: readonly Submit[]): void {
    if (outbox === this.#outbox) return;
    this.#outbox = outbox;
    if (outbox.length === 0) clearTimeout(this.#watchdog);
    this.events.onoutbox(outbox);
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    if (this.#greeted && this.#outbox.length > 0) this.#watchdog = setTimeout(() => this.#lost(), ANSWER_WITHIN);
  }
}
