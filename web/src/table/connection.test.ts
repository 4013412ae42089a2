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

function setUp(whyGone?: () => Promise<string | null>) {
  const sockets: FakeSocket[] = [];
  const links: Link[] = [];
  const outboxes: number[] = [];
  const gone: string[] = [];
  const connection = new Connection(
    'ws://table',
    {
      onmessage: () => {},
      onlink: (link) => links.push(link),
      onoutbox: ({ length }) => outboxes.push(length),
      ...(whyGone ? { whyGone } : {}),
      ongone: (why) => gone.push(why),
    },
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  );
  return { sockets, links, outboxes, gone, connection, last: () => sockets.at(-1)! };
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

/** Fails as often as it tries, for this many seconds. */
async function fail(last: () => FakeSocket, tries: number): Promise<void> {
  for (let failures = 0; failures < tries; failures += 1) {
    last().fail();
    await vi.advanceTimersByTimeAsync(1500);
  }
}

test('after some failures it asks whether the table is still there, and goes on trying while nobody can say', async () => {
  const asked = vi
    .fn<() => Promise<string | null>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(null);
  const { last, gone, sockets } = setUp(asked);
  last().hear(welcome(1));
  await fail(last, 3);
  expect(asked).not.toHaveBeenCalled();
  await fail(last, 5);
  expect(asked).toHaveBeenCalledTimes(5);
  expect(gone).toEqual([]);
  expect(sockets.length).toBe(9);
  last().hear(welcome(1));
  expect(last().readyState).toBe(1);
});

test('a table that is gone is not tried again', async () => {
  const { last, gone, sockets } = setUp(() => Promise.resolve('There is no table.'));
  last().hear(welcome(1));
  await fail(last, 4);
  expect(gone).toEqual(['There is no table.']);
  const tries = sockets.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets.length).toBe(tries);
});

test('an action that could not be saved for certain stays, and is sent again with the same id', () => {
  const { connection, sockets, last, outboxes } = setUp();
  last().hear(welcome(5));
  connection.submit(1, 'roll');
  last().hear({ type: 'invalid', text: 'The server could not save this yet. It is sent again by itself.' });
  expect(outboxes).toEqual([1]);
  vi.advanceTimersByTime(4000 + 200);
  last().hear(welcome(5));
  expect(sockets.length).toBe(2);
  expect(sockets[1]!.sent).toEqual(sockets[0]!.sent);
});

test('an action that did not happen is not sent again with the next welcome', () => {
  const { connection, last, outboxes } = setUp();
  last().hear(welcome(5));
  connection.submit(1, 'roll');
  const [{ submit }] = last().sent as [{ submit: Submit }];
  last().hear({ type: 'invalid', id: submit.id, text: 'The server could not save this, so it did not happen.' });
  last().hear(welcome(5));
  expect(outboxes).toEqual([1, 0]);
  expect(last().sent.length).toBe(1);
});
