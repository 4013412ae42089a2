import { describe, expect, test } from 'vitest';
import type { IceBreakersView } from '../../protocol/views';
import { nextStop } from '../../board/stops';
import { iceBreakersAction } from '../../table/actions.support';
import { deeds, stops, tap, tapCard, tray, type Choice } from './gestures';
import { chartOf, order } from './layout';
import { CARDS } from './names';
import { POSITIONS } from './positions.support';

/** What one seat may do in a position. */
type Case = { name: string; view: IceBreakersView; seat: number; legal: string[] };

const list = POSITIONS.flatMap(({ name, view, legal }): Case[] =>
  Object.entries(legal).map(([seat, words]) => ({
    name: `${name}, seat ${seat}`,
    view,
    seat: Number(seat),
    legal: words,
  })),
);

function offered({ seat, legal }: Case): Choice[] {
  return legal.map((words, number) => ({
    seat,
    number,
    words,
    label: words,
    draws: words === 'end',
    action: iceBreakersAction(words),
  }));
}

test('there are positions of every kind', () => {
  const stages = new Set(POSITIONS.map(({ view }) => view.stage));
  expect(stages).toEqual(new Set(['setup', 'choose', 'work', 'cut', 'report', 'over']));
  expect(list.length).toBeGreaterThan(30);
  expect(list.some(({ legal }) => legal.some((words) => words.startsWith('give')))).toBe(true);
  expect(list.some(({ seat, view }) => seat !== view.seat)).toBe(true);
});

describe('N stops at whatever can be chosen', () => {
  test.each(list)('$name', (position) => {
    const choices = offered(position);
    const all = stops(position.view, choices, undefined);
    const wanted = new Set<string>();
    for (const deed of deeds(choices)) {
      if (deed.verb === 'clear') wanted.add(deed.place);
      if (deed.verb === 'move') wanted.add(position.view.ships[deed.ship]!);
    }
    expect(new Set(all)).toEqual(wanted);
    let place = 'h1';
    const visited = new Set<string>();
    for (let count = 0; count < all.length; count += 1) {
      place = nextStop(all, place, 1) ?? place;
      visited.add(place);
    }
    expect(visited.size).toBe(all.length);
  });
});

describe('a tap that does nothing says what may have been meant', () => {
  const WORDS = /^(power|add) (5|7|10|r3|b1|ab2)$|^(pass|cash|end)$|^clear \S+$|^move \d+ \S+$/;
  test.each(list)('$name', (position) => {
    for (const choices of [offered(position), []]) {
      const answers = [
        ...order(chartOf(position.view)).map((place) => tap(position.view, choices, undefined, place)),
        ...CARDS.map((card) => tapCard(position.view, choices, undefined, position.seat, card)),
      ];
      for (const { act, selection, why } of answers) {
        if (act || selection) continue;
        expect(why).not.toHaveLength(0);
        expect(
          (why ?? []).filter((words) => !WORDS.test(words) || choices.some((choice) => choice.words === words)),
        ).toEqual([]);
      }
    }
  });
});

describe('single taps', () => {
  const view: IceBreakersView = {
    chart: POSITIONS.find(({ view }) => view.map === 'standard')!.view.chart,
    map: 'standard',
    stage: 'work',
    seat: 1,
    pieces: { 'h2h1.1': '3', 'h2h1.2': '~1', 'h2h1.3': '!2', 'h1j1.1': '~4' },
    ships: { 4: 'h1', 7: 'h1', 9: 'h2h1.1' },
    ways: {
      4: { cost: 3, text: '3 points of ice', via: ['h1', 'h2', 'h4'] },
      7: { cost: 9, text: '9 points of ice', via: ['h1', 'j1', 'h5', 'h7'] },
      9: { cost: 3, text: '3 points of ice', via: ['h2h1.1', 'h2'] },
    },
    hands: { 1: { 5: 1, b1: 2, ab2: 1 }, 2: { r3: 1 } },
    fresh: { 1: { b1: 1 } },
    rewards: {},
    large: ['h2', 'h3', 'h6', 'h8'],
    row: [],
    pile: { 7: 1 },
    forecast: '2',
    reports: 12,
    power: '7',
    points: 7,
    brought: 0,
    fleet: 12,
  };
  const choices = offered({
    name: '',
    view,
    seat: 1,
    legal: [
      'end',
      'cash',
      'add b1',
      'give b1 2',
      'clear h2h1.1',
      'move 4 h2h1.3',
      'move 4 h2h1.2',
      'move 7 h2h1.3',
      'move 7 h2h1.2',
    ],
  });

  test('ice is broken at once', () => {
    expect(tap(view, choices, undefined, 'h2h1.1').act?.words).toBe('clear h2h1.1');
  });

  test('and the ship in hand stays in hand', () => {
    const { act, selection } = tap(view, choices, { kind: 'ship', ship: 4 }, 'h2h1.1');
    expect(act?.words).toBe('clear h2h1.1');
    expect(selection).toEqual({ kind: 'ship', ship: 4 });
  });

  test('a harbour with two ships gives one after the other', () => {
    const first = tap(view, choices, undefined, 'h1').selection;
    expect(first).toEqual({ kind: 'ship', ship: 4 });
    const second = tap(view, choices, first, 'h1').selection;
    expect(second).toEqual({ kind: 'ship', ship: 7 });
    expect(tap(view, choices, second, 'h1').selection).toBeUndefined();
  });

  test('water asks which ship shall come', () => {
    const { selection } = tap(view, choices, undefined, 'h2h1.2');
    expect(selection).toEqual({ kind: 'place', place: 'h2h1.2' });
    expect(tray(deeds(choices), selection).map(({ words }) => words)).toEqual(['move 4 h2h1.2', 'move 7 h2h1.2']);
  });

  test('a card with several uses asks which', () => {
    const { selection, act } = tapCard(view, choices, undefined, 1, 'b1');
    expect(act).toBeUndefined();
    expect(tray(deeds(choices), selection).map(({ words }) => words)).toEqual(['add b1', 'give b1 2']);
  });

  test('cards are cut only after a question', () => {
    expect(tapCard(view, choices, undefined, 1, 'ab2').selection).toEqual({ kind: 'card', seat: 1, card: 'ab2' });
  });

  test('a second Power card is explained', () => {
    expect(tapCard(view, choices, undefined, 1, '5').why?.[0]).toBe('power 5');
  });

  test('a way that is not open is explained for the ship in hand', () => {
    expect(tap(view, choices, { kind: 'ship', ship: 4 }, 'h4').why?.[0]).toBe('move 4 h4');
  });
});
