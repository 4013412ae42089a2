import { describe, expect, test } from 'vitest';
import type { FloesView } from '../../protocol/views';
import positions from './positions.test.json';
import { neighbour } from './gestures';
import { area, boardHeight, pieces, rows, spotAt, stand, WIDTH, type Box } from './layout';

type Position = { name: string; view: FloesView };

const list = positions as unknown as Position[];

describe('cells', () => {
  test.each(list)('$name: a finger finds each at 344 pixels', ({ view }) => {
    const scale = 344 / WIDTH;
    for (const spot of rows(view).flat()) {
      const { width, height } = area(view, spot);
      expect(width * scale, spot).toBeGreaterThanOrEqual(40);
      expect(height * scale, spot).toBeGreaterThanOrEqual(40);
    }
  });

  test.each(list)('$name: no two overlap and none leaves the board', ({ view }) => {
    const boxes = rows(view)
      .flat()
      .map((spot) => area(view, spot));
    const inside = ({ x, y, width, height }: Box): boolean =>
      x >= 0 && y >= 0 && x + width <= WIDTH && y + height <= boardHeight(view);
    const apart = (one: Box, other: Box): boolean =>
      one.x + one.width <= other.x + 0.01 ||
      other.x + other.width <= one.x + 0.01 ||
      one.y + one.height <= other.y + 0.01 ||
      other.y + other.height <= one.y + 0.01;
    expect(boxes.every(inside)).toBe(true);
    expect(boxes.every((one) => boxes.every((other) => one === other || apart(one, other)))).toBe(true);
  });

  test.each(list)('$name: arrows lead to every cell', ({ view }) => {
    const seen = new Set(['start']);
    const open = ['start'];
    for (let spot = open.pop(); spot !== undefined; spot = open.pop()) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        for (let lane = 0; lane < 4; lane += 1) {
          const next = neighbour(view, spot, key, lane);
          if (next !== undefined && !seen.has(next)) {
            seen.add(next);
            open.push(next);
          }
        }
      }
    }
    expect(seen).toEqual(new Set(rows(view).flat()));
  });
});

describe('pieces', () => {
  test.each(list)('$name: all stand somewhere else', ({ view }) => {
    const all = pieces(view);
    const feet = [...stand(view, all).values()].map(({ x, y }) => `${x} ${y}`);
    expect(new Set(feet).size).toBe(all.length);
  });

  test('one that stays keeps its key while another moves', () => {
    const { view } = list[0]!;
    const at = (first: string, second: string, third: string): FloesView => ({
      ...view,
      penguins: { 1: [first, second, third] },
    });
    const before = pieces(at('a1', 'b1', 'start'));
    const after = pieces(at('a1', 'c1', 'start'), before);
    const key = (list: typeof before, place: string): string | undefined =>
      list.find((one) => one.place === place)?.key;
    expect(key(after, 'a1')).toBe(key(before, 'a1'));
    expect(key(after, 'start')).toBe(key(before, 'start'));
    expect(key(after, 'c1')).toBe(key(before, 'b1'));
  });

  test('events say which one moved', () => {
    const { view } = list[0]!;
    const at = (...places: string[]): FloesView => ({ ...view, penguins: { 1: places }, bears: ['c1'] });
    const before = pieces(at('a1', 'b1', 'start'));
    // One penguin steps to the ice that another leaves.
    const after = pieces(at('b1', 'c2', 'start'), before, [
      { event: 'hopped', seat: 1, from: 'b1', to: 'c2', home: false },
      { event: 'hopped', seat: 1, from: 'a1', to: 'b1', home: false },
    ]);
    const key = (list: typeof before, place: string): string | undefined =>
      list.find((one) => one.seat === 1 && one.place === place)?.key;
    expect(key(after, 'c2')).toBe(key(before, 'b1'));
    expect(key(after, 'b1')).toBe(key(before, 'a1'));
    expect(after.some(({ sent }) => sent)).toBe(false);
  });

  test('who is sent back swims, who comes home does not', () => {
    const { view } = list[0]!;
    const at = (...places: string[]): FloesView => ({
      ...view,
      penguins: { 1: places },
      bears: ['c1'],
      homesick: true,
    });
    const before = pieces(at('a1~', 'b1', 'b1'));
    const after = pieces(at('home', 'start', 'start'), before, [
      { event: 'bear_stepped', seat: 2, bear: 'bear', from: 'c1', to: 'b1' },
      { event: 'sent_home', seat: 1, floe: 'b1', count: 2 },
      { event: 'hopped', seat: 1, from: 'a1', to: 'start', home: true },
    ]);
    const penguins = after.filter(({ seat }) => seat === 1);
    expect(penguins.map(({ finished, sent }) => [finished, sent])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
    expect(penguins[0]?.key).toBe(before.find(({ homebound }) => homebound)?.key);
    const swam = pieces(at('start', 'b1', 'b1'), pieces(at('a1', 'b1', 'b1')), [
      { event: 'hopped', seat: 1, from: 'a1', to: 'c1', home: false },
      { event: 'swam', seat: 1, floe: 'c1' },
    ]);
    expect(swam.find(({ place }) => place === 'start')).toMatchObject({ key: '1-0', sent: true });
  });

  test('beyond the sides there is nothing', () => {
    const { view } = list[0]!;
    expect(spotAt(view, -1, 1)).toBeUndefined();
    expect(spotAt(view, 0, 0)).toBe('start');
    expect(spotAt(view, 3, view.height + 1)).toBe('north');
  });
});
