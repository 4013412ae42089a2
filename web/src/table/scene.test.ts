import { describe, expect, test } from 'vitest';
import type { Sign } from '../games/signs';
import type { Pace } from '../pace';
import type { GameEvent } from '../protocol/events';
import type { LogEntry, SeatInfo, Update } from '../protocol/protocol';
import type { Table } from './model';
import { beatsOf, SceneQueue, sceneOf, type Beat, type Clock, type Shown } from './scene';

/** A clock that goes when it is told to. */
class Hands implements Clock {
  time = 0;
  #due: { at: number; then: () => void }[] = [];

  now = () => this.time;

  after = (milliseconds: number, then: () => void) => {
    const one = { at: this.time + milliseconds, then };
    this.#due.push(one);
    return () => void (this.#due = this.#due.filter((other) => other !== one));
  };

  pass(milliseconds: number): void {
    const until = this.time + milliseconds;
    for (;;) {
      const next = this.#due.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.#due = this.#due.filter((other) => other !== next);
      this.time = next.at;
      next.then();
    }
    this.time = until;
  }
}

const event = (name: string): GameEvent => ({ event: name }) as unknown as GameEvent;
const KINDS: Record<string, Sign['kind']> = { die: 'roll', hop: 'step', melt: 'phase', swim: 'fate', place: 'mark' };
const signOf = ({ event }: GameEvent): Sign | undefined => {
  const kind = KINDS[event as string];
  return kind && { kind, picture: 'pass' };
};
const entry = (at: number, seat: number | undefined, ...events: string[]): LogEntry => ({
  at,
  turn: 0,
  ...(seat === undefined ? {} : { seat }),
  words: '',
  told: events.map((name) => `${name}.`),
  events: events.map(event),
});
const START: Shown = { view: { n: 0 }, log: [] };
const kinds = (beats: readonly Beat[]) => beats.map(({ kind, view, lasts }) => [kind, view.n, lasts]);

describe('beats', () => {
  test('steps in which nothing is to be seen are no beats of their own', () => {
    const entries = [entry(0, 2), entry(1, undefined, 'die'), entry(2, 2, 'hop', 'turn')];
    const beats = beatsOf(START, { entries, views: [{ n: 1 }, { n: 2 }, { n: 3 }] }, signOf);
    expect(kinds(beats)).toEqual([
      ['roll', 2, 900],
      ['step', 3, 600],
    ]);
    expect(beats.map(({ seat }) => seat)).toEqual([2, 2]);
    expect(beats.map(({ log }) => log.length)).toEqual([2, 3]);
  });

  test('what happens in one step comes bit by bit: the die falls before the ice melts', () => {
    const beats = beatsOf(
      START,
      { entries: [entry(0, undefined, 'die', 'melt', 'place', 'swim')], views: [{ n: 1 }] },
      signOf,
    );
    expect(kinds(beats)).toEqual([
      ['roll', 0, 900],
      ['phase', 1, 800],
      ['fate', 1, 600],
    ]);
    expect(beats.map(({ log }) => log[0]!.told.length)).toEqual([1, 2, 4]);
    expect(beats.map(({ told }) => told)).toEqual(['die.', 'melt.', 'swim.']);
  });

  test('a game without signs is shown sentence by sentence', () => {
    expect(kinds(beatsOf(START, { entries: [entry(0, 1, 'x'), entry(1, 1)], views: [{ n: 1 }, { n: 2 }] }))).toEqual([
      ['step', 1, 600],
    ]);
  });
});

describe('the queue', () => {
  const beat = (n: number, seat: number, kind: Beat['kind'] = 'step', lasts = 600): Beat => ({
    kind,
    seat,
    told: '',
    lasts,
    view: { n },
    log: [],
  });

  function watch(pace: Pace = 'normal') {
    const clock = new Hands();
    const seen: [number, unknown][] = [];
    const begun: number[] = [];
    const setting = { pace };
    const queue = new SceneQueue(
      (shown, beat) => {
        seen.push([clock.time, shown?.view.n ?? 'true']);
        if (beat) begun.push(beat.view.n as number);
      },
      () => setting.pace,
      clock,
    );
    return { clock, seen, begun, queue, setting };
  }

  test('each is seen for its time, with a pause between seats', () => {
    const { clock, seen, queue } = watch();
    queue.add(START, [beat(1, 2, 'roll', 900), beat(2, 2), beat(3, 3, 'roll', 900)]);
    clock.pass(10_000);
    expect(seen).toEqual([
      [0, 1],
      [900, 2],
      [1500, 2],
      [2000, 'true'],
      [2900, 'true'],
    ]);
  });

  test('dice that fall where all act at the same time are told one after the other, and keep nobody from acting', () => {
    const { clock, seen, begun, queue } = watch();
    const dice = [beat(1, 1, 'roll', 900), beat(2, 2, 'roll', 900), beat(3, 3, 'roll', 900)];
    queue.add(
      START,
      dice.map((one) => ({ ...one, open: true })),
    );
    expect(queue.playing).toBe(false);
    clock.pass(1000);
    expect(begun).toEqual([1, 2]);
    expect(queue.playing).toBe(false);
    queue.finish();
    clock.pass(10_000);
    expect(begun).toEqual([1, 2]);
    expect(seen.every(([, drawn]) => drawn === 'true')).toBe(true);
  });

  test('slow takes 1.6 times as long, fast a third, off no time at all', () => {
    for (const [pace, end] of [
      ['slow', 1440],
      ['fast', 300],
    ] as const) {
      const { clock, seen, queue } = watch(pace);
      queue.add(START, [beat(1, 2, 'roll', 900)]);
      clock.pass(10_000);
      expect(seen.at(-1)).toEqual([end, 'true']);
    }
    const { seen, queue } = watch('off');
    queue.add(START, [beat(1, 2)]);
    expect(seen).toEqual([]);
    expect(queue.playing).toBe(false);
  });

  test('step by step waits for the person', () => {
    const { clock, seen, begun, queue } = watch('step');
    queue.add(START, [beat(1, 2), beat(2, 3)]);
    clock.pass(60_000);
    expect(seen.at(-1)).toEqual([0, 1]);
    queue.next();
    expect(seen.at(-1)).toEqual([60_000, 'true']);
    expect(begun).toEqual([1, 2]);
    queue.next();
    expect(seen.at(-1)).toEqual([60_000, 'true']);
  });

  test('what comes while the last beat is told waits for its turn, and nothing is seen too early', () => {
    const { clock, seen, begun, queue } = watch();
    queue.add(START, [beat(1, 2)]);
    clock.pass(100);
    // The table has moved on to 2: 1 is drawn again until its time is over.
    queue.add({ view: { n: 1 }, log: [] }, [beat(2, 2)]);
    clock.pass(1000);
    expect(seen).toEqual([
      [0, 'true'],
      [100, 1],
      [600, 'true'],
    ]);
    expect(begun).toEqual([1, 1, 2]);
  });

  test('finishing shows the true position in the same moment', () => {
    const { clock, seen, queue } = watch();
    queue.add(START, [beat(1, 2), beat(2, 2), beat(3, 2)]);
    clock.pass(100);
    queue.finish();
    expect(seen.at(-1)).toEqual([100, 'true']);
    clock.pass(10_000);
    expect(seen.at(-1)).toEqual([100, 'true']);
  });

  test('after an own move the next seat begins half a second later', () => {
    const { clock, seen, queue } = watch();
    queue.acted(1);
    clock.pass(200);
    queue.add(START, [beat(1, 2)]);
    clock.pass(1000);
    expect(seen.slice(0, 2)).toEqual([
      [200, 0],
      [500, 'true'],
    ]);
  });

  /** SplitMix32: numbers from 0 up to 1. */
  function generator(state: number) {
    return () => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
    };
  }

  test('however updates and inputs interleave, the true position comes last, and nothing comes twice or out of order', () => {
    for (let seed = 0; seed < 2000; seed += 1) {
      const draw = generator(seed);
      const { clock, seen, begun, queue, setting } = watch();
      let played = 0;
      for (let deed = 0; deed < 40; deed += 1) {
        const what = Math.floor(draw() * 8);
        if (what < 3) {
          const beats = Array.from({ length: Math.floor(draw() * 5) }, () =>
            beat((played += 1), 1 + Math.floor(draw() * 3)),
          );
          queue.add({ view: { n: played }, log: [] }, beats);
        } else if (what < 5) clock.pass(draw() * 2000);
        else if (what === 5) queue.finish();
        else if (what === 6) queue.next();
        else setting.pace = (['slow', 'normal', 'fast', 'step', 'off'] as const)[Math.floor(draw() * 5)]!;
        if (what === 5) expect(queue.playing).toBe(false);
      }
      setting.pace = 'normal';
      queue.next();
      clock.pass(1_000_000);
      queue.next();
      expect(queue.playing).toBe(false);
      if (seen.length > 0) expect(seen.at(-1)![1]).toBe('true');
      expect(begun).toEqual([...begun].sort((one, other) => one - other));
    }
  });
});

describe('what is a scene', () => {
  const seats = (...yours: number[]): SeatInfo[] =>
    [1, 2].map((seat) => ({ seat, yours: yours.includes(seat) }) as unknown as SeatInfo);
  const table = (awaited: number[], turn = 0): Table =>
    ({ awaited, turn, view: { n: 0 }, log: [], seats: { seats: seats(1) } }) as unknown as Table;
  const update = (...entries: LogEntry[]): Update =>
    ({ n: 1, entries, view: { n: 9 }, changes: entries.map((_, index) => ({ n: index + 1 })) }) as Update;

  test('what others do, up to the moment when it is the own turn', () => {
    const scene = sceneOf(table([2]), table([1], 1), update(entry(0, 2, 'hop')));
    expect(scene?.entries.length).toBe(1);
    expect(scene?.from.view).toEqual({ n: 0 });
  });

  test('not what the person does', () => {
    expect(sceneOf(table([1]), table([1]), update(entry(0, 1), entry(1, undefined, 'die')))?.answer).toBe(true);
    expect(sceneOf(table([1]), table([2], 1), update(entry(0, 1, 'hop')))).toBe(null);
  });

  test('but what the dice decide after it, when the turn is over', () => {
    const scene = sceneOf(
      table([1]),
      table([2], 1),
      update(entry(0, 1), entry(1, undefined, 'die'), entry(2, undefined, 'melt')),
    );
    expect(scene?.from.view).toEqual({ n: 1 });
    expect(scene?.views).toEqual([{ n: 2 }, { n: 3 }]);
  });

  test('nothing while the person is to act, so that what they may do is never out of sight', () => {
    expect(sceneOf(table([1]), table([1]), update(entry(0, 2, 'hop')))).toBe(null);
  });

  test('where the log is told again, the dice that fall after it', () => {
    const told = [entry(0, 2, 'hop'), entry(1, 1, 'hop'), entry(2, undefined, 'die'), entry(3, undefined, 'die')];
    const after = { ...table([1], 1), log: told } as unknown as Table;
    const scene = sceneOf(table([2]), after, { ...update(...told), from: 0 });
    expect(scene?.entries.map(({ at }) => at)).toEqual([2, 3]);
    expect(scene?.from.log.map(({ at }) => at)).toEqual([0, 1]);
    expect(scene?.open).toBe(true);
    expect(sceneOf(table([2]), after, { ...update(told[0]!), from: 0 })).toBe(null);
  });

  test('nothing that is taken back', () => {
    const back = { seat: 2, at: 0, turn: 0, text: '' };
    expect(sceneOf(table([2]), table([2]), { ...update(entry(0, 2, 'hop')), back })).toBe(null);
  });
});
