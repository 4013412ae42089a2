import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Command, Message, Submit, Welcome } from '../protocol/protocol';
import { Connection, pause, type Link, type Socket } from './connection';
import { steps } from './steps.support';

class FakeSocket implements Socket {
  readyState: 0 | 1 | 2 | 3 = 1;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  onerror: Socket['onerror'] = null;
  readonly sent: Command[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Command);
  }

  close(): void {
    this.readyState = 3;
  }

  hear(message: Message): void {
    this.onmessage?.call(this as unknown as WebSocket, { data: JSON.stringify(message) } as MessageEvent);
  }

  fail(): void {
    this.readyState = 3;
    this.onclose?.call(this as unknown as WebSocket, {} as CloseEvent);
  }
}

const welcome = (n: number): Message => ({ type: 'welcome', ...({ n } as Welcome) });

function setUp() {
  const sockets: FakeSocket[] = [];
  const links: Link[] = [];
  const outboxes: number[] = [];
  const connection = new Connection(
    'ws://table',
    {
      onmessage: () => {},
      onlink: (link) => links.push(link),
      onoutbox: ({ length }) => outboxes.push(length),
    },
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  );
  return { sockets, links, outboxes, connection, last: () => sockets.at(-1)! };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('pauses grow from 200 ms and never pass 1.5 s', () => {
  expect([0, 1, 2, 3, 4, 20].map(pause)).toEqual([200, 400, 800, 1500, 1500, 1500]);
});

test('an action is sent once while the connection stands', () => {
  const { connection, last, outboxes } = setUp();
  last().hear(welcome(5));
  connection.submit(1, 'roll');
  expect(last().sent).toMatchObject([{ submit: { after: 5, seat: 1, action: 'roll' } }]);
  const [{ submit }] = last().sent as [{ submit: Submit }];
  last().hear({ type: 'step', update: { n: 6, id: submit.id, entries: steps('1 roll', '* P3'), view: {} } });
  expect(outboxes).toEqual([1, 0]);
});

test('an unanswered action is sent again with the same id', () => {
  const { connection, sockets, last } = setUp();
  last().hear(welcome(5));
  connection.submit(1, 'roll');
  last().fail();
  vi.advanceTimersByTime(200);
  last().hear(welcome(5));
  expect(sockets.length).toBe(2);
  expect(sockets[1]!.sent).toEqual(sockets[0]!.sent);
});

test('an action made while offline goes out with the next welcome', () => {
  const { connection, last } = setUp();
  connection.submit(1, 'roll');
  expect(last().sent).toEqual([]);
  last().hear(welcome(5));
  expect(last().sent).toMatchObject([{ submit: { action: 'roll' } }]);
});

test('a gap in the numbers makes it connect again', () => {
  const { sockets, last } = setUp();
  last().hear(welcome(5));
  last().hear({ type: 'step', update: { n: 6, view: {} } });
  last().hear({ type: 'said', n: 8, name: 'Ann', text: 'Hello!' });
  expect(sockets[0]!.readyState).toBe(3);
  vi.advanceTimersByTime(200);
  expect(sockets.length).toBe(2);
});

test('changes of the seats are entries too', () => {
  const { sockets, last } = setUp();
  last().hear(welcome(5));
  last().hear({ type: 'seats', n: 8, phase: 'playing', seats: [], watchers: 1, clock: 600 });
  last().hear({ type: 'said', n: 9, name: 'Ann', text: 'Hello!' });
  expect(sockets[0]!.readyState).toBe(1);
});

test('it is called offline only after several tries, and live again at once', () => {
  const { last, links } = setUp();
  last().hear(welcome(1));
  for (let failures = 0; failures < 4; failures += 1) {
    last().fail();
    vi.advanceTimersByTime(1500);
  }
  last().hear(welcome(1));
  expect(links).toEqual(['live', 'catching up', 'catching up', 'catching up', 'offline', 'live']);
});

test('an action that is never answered makes it connect again', () => {
  const { connection, sockets, last } = setUp();
  last().hear(welcome(1));
  connection.submit(1, 'roll');
  vi.advanceTimersByTime(4000 + 200);
  expect(sockets.length).toBe(2);
});

test('a try that nobody answers is given up', () => {
  const { sockets, last } = setUp();
  vi.advanceTimersByTime(4000 + 200);
  expect(sockets.length).toBe(2);
  last().hear(welcome(1));
  vi.advanceTimersByTime(60_000);
  expect(sockets.length).toBe(2);
});

test('a closed connection stays closed', () => {
  const { connection, sockets, last } = setUp();
  last().hear(welcome(1));
  connection.close();
  vi.advanceTimersByTime(10_000);
  expect(sockets.length).toBe(1);
  expect(connection.send('start')).toBe(false);
});
