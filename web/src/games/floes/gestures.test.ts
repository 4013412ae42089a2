import { describe, expect, test } from 'vitest';
import type { FloesView } from '../../protocol/views';
import positions from './positions.test.json';
import { nextStop } from '../../board/stops';
import { floesAction } from '../../table/actions.support';
import { meant, stops, tap, ways, type Choice } from './gestures';
import { rows } from './layout';

type Position = { name: string; view: FloesView; legal: string[] };

const small = { a1: [0, 1], b1: [1, 1], c1: [2, 2], d1: [3, 1], a2: [0, 3], b2: [1, 4], c2: [2, 3], d2: [3, 3] };

/** Positions of real matches, and two in which a floe carries two kinds of pieces. */
const list = [
  ...positions,
  {
    name: 'penguins of both directions on one floe',
    view: {
      height: 4,
      floes: small,
      penguins: { 1: ['a1', 'a1~', 'c1~'], 2: ['start', 'start', 'start'] },
      bears: ['north'],
      seat: 1,
      stage: 'move',
      die: 'P3',
      left: 1,
      homesick: true,
    },
    legal: [
      'hop a1 b1',
      'hop a1 b1 home',
      'hop a1 start home',
      'hop c1 c2 home',
      'slide a1 n',
      'slide b1 n',
      'slide c1 s',
    ],
  },
  {
    name: 'two bears on one floe',
    view: {
      height: 4,
      floes: small,
      penguins: { 1: ['start', 'start', 'b1'], 2: ['start', 'start', 'start'] },
      bears: ['a1', 'a1'],
      seat: 1,
      stage: 'move',
      die: 'B3',
      left: 1,
    },
    legal: ['bear1 b1', 'bear2 b1', 'slide a1 n', 'slide c1 s'],
  },
] as unknown as Position[];

function offered(words: readonly string[], seat = 1): Choice[] {
  return words.map((words, number) => ({
    seat,
    number,
    words,
    label: words,
    draws: words === 'roll',
    action: floesAction(words),
  }));
}

describe('N stops at whatever can be chosen', () => {
  test.each(list)('$name', ({ view, legal }) => {
    const choices = offered(legal, view.seat);
    const all = stops(view, choices, undefined);
    expect(new Set(all)).toEqual(new Set(ways(view, choices).map(({ from }) => from)));
    let spot = 'start';
    const visited = new Set<string>();
    for (let count = 0; count < all.length; count += 1) {
      spot = nextStop(all, spot, 1, rows(view).flat()) ?? spot;
      visited.add(spot);
    }
    expect(visited.size).toBe(all.length);
  });
});

describe('a tap that does nothing says what may have been meant', () => {
  const WORDS = /^(roll|die [PB]\d|hop \S+ \S+( home)?|slide \S+ [nsew]|bear[12]? \S+)$/;
  test.each(list)('$name', ({ view, legal }) => {
    const choices = offered(legal, view.seat);
    for (const spot of rows(view).flat()) {
      for (const some of [choices, []]) {
        const answer = tap(view, some, undefined, spot);
        if (answer.act || answer.selection || answer.say) continue;
        expect(answer.why, spot).not.toHaveLength(0);
        for (const words of answer.why ?? []) {
          expect(words).toMatch(WORDS);
          expect(some.map((choice) => choice.words)).not.toContain(words);
        }
      }
    }
  });
});

describe('with a piece picked up every place that it cannot reach says why', () => {
  test.each(list)('$name', ({ view, legal }) => {
    const choices = offered(legal, view.seat);
    const pieces = ways(view, choices).filter(({ mover }) => mover !== 'floe' && mover !== 'die');
    for (const { from, mover } of pieces) {
      for (const spot of rows(view).flat()) {
        const answer = tap(view, choices, { at: from, mover }, spot);
        if (answer.act || answer.selection || spot === from || answer.say?.includes('Once more')) continue;
        expect(answer.why, `${from} ${spot}`).not.toHaveLength(0);
        expect(legal).not.toContain(answer.why?.[0]);
      }
    }
  });
});

describe('single taps', () => {
  const view: FloesView = {
    height: 4,
    floes: { a1: [0, 1], b1: [1, 1], c1: [2, 2], d1: [3, 1], a2: [0, 3], b2: [1, 4], c2: [2, 3], d2: [3, 3] },
    penguins: { 1: ['start', 'a1', 'c1'], 2: ['start', 'start', 'b1'] },
    bears: ['c2'],
    seat: 1,
    stage: 'move',
    die: 'P3',
    left: 3,
    journey: 5,
    progress: { 1: [0, 1, 2], 2: [0, 0, 1] },
    names: ['Red', 'Blue'],
    start: 'START',
  };
  const choices = offered([
    'hop start a1',
    'hop start b1',
    'hop start d1',
    'hop a1 b1',
    'hop a1 start',
    'hop c1 c2',
    'slide a1 n',
    'slide b1 n',
    'slide c1 s',
    'slide d1 n',
    'slide a2 n',
    'slide b2 s',
    'slide d2 n',
  ]);

  test('ice without an own penguin slides at once', () => {
    expect(tap(view, choices, undefined, 'd2').act?.words).toBe('slide d2 n');
    expect(tap(view, choices, undefined, 'b1').act?.words).toBe('slide b1 n');
  });

  test('so it does when the water is tapped into which it slides', () => {
    expect(tap(view, choices, undefined, 'water d2').act?.words).toBe('slide d1 n');
  });

  test('an own penguin is picked up, and its ice slides with a second tap', () => {
    const { selection, act } = tap(view, choices, undefined, 'a1');
    expect(act).toBeUndefined();
    expect(selection).toEqual({ at: 'a1', mover: 'outbound' });
    expect(tap(view, choices, selection, 'water a2').act?.words).toBe('slide a1 n');
    expect(tap(view, choices, selection, 'b1').act?.words).toBe('hop a1 b1');
  });

  test('a second tap on it puts it down', () => {
    const { selection } = tap(view, choices, undefined, 'start');
    expect(tap(view, choices, selection, 'start')).toEqual({ selection: undefined });
  });

  test('what may be a slip stays in hand, for the table asks about it', () => {
    const warning = { action: 5, text: 'your penguin swims back', slip: true };
    const warned = choices.map((choice) => (choice.words === 'hop c1 c2' ? { ...choice, warning } : choice));
    const selection = { at: 'c1', mover: 'outbound' } as const;
    const first = tap(view, warned, selection, 'c2');
    expect(first).toMatchObject({ selection, act: { words: 'hop c1 c2' } });
  });

  test('whoever taps the bear with nothing in hand is told about the bear, whatever the roll', () => {
    expect(meant({ ...view, die: 'P3', bears: ['north'] }, undefined, 'north')[0]).toMatch(/^bear /);
    expect(meant({ ...view, die: 'P3', bears: ['b2'] }, undefined, 'b2')[0]).toMatch(/^bear /);
  });

  test('a place that only one piece can enter picks that piece up', () => {
    expect(tap(view, choices, undefined, 'c2').selection).toEqual({ at: 'c1', mover: 'outbound' });
  });

  test('a step too far is explained and does not push the ice', () => {
    const answer = tap(view, choices, { at: 'a1', mover: 'outbound' }, 'd2');
    expect(answer.act).toBeUndefined();
    expect(answer.why?.[0]).toBe('hop a1 d2');
  });

  test('a step into water into which other ice could slide is asked for as the step across it', () => {
    const { act, selection, why } = tap(view, choices, { at: 'start', mover: 'outbound' }, 'water d2');
    expect([act, selection]).toEqual([undefined, undefined]);
    expect(why?.[0]).toBe('hop start d2');
    expect(tap(view, choices, { at: 'c1', mover: 'outbound' }, 'water a4').why).toContain('hop c1 a2');
  });

  test('the ice under the bear is asked for as a step of the bear, then as a slide', () => {
    const others = choices.filter(({ words }) => words !== 'hop c1 c2');
    const { why } = tap(view, others, undefined, 'c2');
    expect(why?.[0]).toMatch(/^bear /);
    expect(why).toContain('slide c2 n');
  });
});
