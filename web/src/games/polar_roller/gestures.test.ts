import { describe, expect, test } from 'vitest';
import type { PolarRollerView } from '../../protocol/views';
import map from './map.test.json';
import positions from './positions.test.json';
import { nextStop } from '../../board/stops';
import { polarRollerAction } from '../../table/actions.support';
import { aim, gainAt, meant, offers, signed, stops, tap, tray, type Choice } from './gestures';
import { chartOf } from './layout';
import { placeName } from './names';

type Position = { name: string; view: PolarRollerView; legal: string[][] };

const list = (positions as unknown as Position[]).map((position): Position => ({
  ...position,
  view: { ...position.view, map: map as unknown as PolarRollerView['map'] },
}));
const SPOTS = chartOf(list[0]!.view).spots;

function offered(words: readonly string[], seat: number): Choice[] {
  return words.map((words, number) => ({
    seat,
    number,
    words,
    label: words,
    draws: false,
    action: polarRollerAction(words),
  }));
}

describe('keys', () => {
  test.each(list)('$name: N stops at every place that can be chosen', ({ view, legal }) => {
    legal.forEach((words, index) => {
      const able = offers(offered(words, index + 1), index + 1);
      const all = stops(view, able, aim(view, able, undefined));
      expect(new Set(all)).toEqual(new Set(able.places.keys()));
      let place = 'j';
      const visited = new Set<string>();
      for (let count = 0; count < all.length; count += 1) {
        place = nextStop(all, place, 1) ?? place;
        visited.add(place);
      }
      expect(visited.size).toBe(all.length);
    });
  });
});

describe('a tap that does nothing says what may have been meant', () => {
  const WORDS = /^(melt|bear) [a-s][tdz]$|^penguin \d+$|^orca [a-s]$/;
  test.each(list)('$name', ({ view }) => {
    for (const { name } of SPOTS) {
      const answer = tap(view, offers([], 1), name);
      expect('why' in answer && answer.why.length > 0 && answer.why.every((words) => WORDS.test(words)), name).toBe(
        true,
      );
    }
  });

  test('in the melting a glacier is meant to melt, in the drawing to carry a bear', () => {
    const melting = list.find(({ view }) => view.phase === 'melt')!;
    const drawing = list.find(({ view }) => view.phase === 'draw')!;
    expect(meant(melting.view, 'bt')[0]).toBe('melt bt');
    expect(meant(drawing.view, 'bt')[0]).toBe('bear bt');
  });
});

describe('words', () => {
  test.each(list)('$name: every place has a name of its own, and what can be chosen says so', ({ view, legal }) => {
    const able = offers(offered(legal[0] ?? [], 1), 1);
    const names = SPOTS.map(({ name }) => placeName(view, 1, able, name));
    expect(new Set(names).size).toBe(SPOTS.length);
    SPOTS.forEach(({ name }, index) => expect(names[index]!.includes('can be chosen')).toBe(able.places.has(name)));
  });

  test('differences have a sign', () => {
    expect([3, 0, -2].map(signed)).toEqual(['+3', '0', '−2']);
  });

  test.each(list)('$name: the tray shows the best difference of the map', ({ view, legal }) => {
    const able = offers(offered(legal[0] ?? [], 1), 1);
    for (const { best, places } of tray(view, 1, able).numbers) {
      if (places > 0) expect([...able.places.keys()].some((place) => gainAt(view, 1, place) === best)).toBe(true);
    }
  });
});
