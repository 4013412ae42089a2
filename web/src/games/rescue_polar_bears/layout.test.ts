import { describe, expect, test } from 'vitest';
import type { RescueEvent } from '../../protocol/events';
import type { RescueView } from '../../protocol/views';
import {
  around,
  beyond,
  centre,
  figures,
  HALF,
  HEXES,
  isOuter,
  ROWS,
  stand,
  stepBy,
  TALL,
  WIDTH,
  type Hex,
} from './layout';
import positions from './positions.test.json';
import { wakes } from './trail';

const views = (positions as unknown as { view: RescueView }[]).map(({ view }) => view);

describe('the map', () => {
  test('has 61 hexes, 24 of them in the outer ring', () => {
    expect(HEXES).toHaveLength(61);
    expect(HEXES.filter(isOuter)).toHaveLength(24);
    expect(ROWS[0]).toEqual(['e1']);
    expect(ROWS[4]).toEqual(['a1', 'c2', 'e3', 'g2', 'i1']);
  });

  test('neighbours touch', () => {
    for (const hex of HEXES) {
      const { x, y } = centre(hex);
      expect(x).toBeGreaterThanOrEqual(HALF);
      expect(x).toBeLessThanOrEqual(WIDTH - HALF);
      for (const next of around(hex)) {
        const to = centre(next);
        expect(Math.hypot(to.x - x, to.y - y)).toBeCloseTo(2 * TALL);
        expect(around(next)).toContain(hex);
      }
    }
    expect(around('e1').sort()).toEqual(['d1', 'e2', 'f1']);
    expect(around('h3').sort()).toEqual(['g3', 'g4', 'h2', 'h4', 'i2', 'i3']);
  });

  test('arrows lead everywhere', () => {
    const seen = new Set<Hex>(['e5']);
    const open: Hex[] = ['e5'];
    for (let hex = open.pop(); hex !== undefined; hex = open.pop()) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        for (const shift of [false, true]) {
          const next = stepBy(hex, key, shift);
          if (next !== undefined && !seen.has(next)) {
            seen.add(next);
            open.push(next);
          }
        }
      }
    }
    expect(seen.size).toBe(61);
    expect(stepBy('e5', 'ArrowRight', false)).toBe(beyond('e5', 'ne'));
    expect(stepBy('e5', '1', false, 'Numpad1')).toBe(beyond('e5', 'sw'));
  });
});

describe('bears', () => {
  test('each stands on its own spot', () => {
    for (const view of views) {
      const all = figures(view);
      expect(all).toHaveLength(Object.values(view.bears).join('').length);
      const spots = new Set([...stand(all).values()].map(({ x, y }) => `${x} ${y}`));
      expect(spots.size).toBe(all.length);
    }
  });

  test('keep their keys when they flee', () => {
    const view = { bears: { e5: 'mf', e4: 'c' } } as unknown as RescueView;
    const before = figures(view);
    const after = figures({ bears: { e5: 'f', e4: 'mc' } } as unknown as RescueView, before, [
      { event: 'fled', bear: 'm', from: 'e5', to: 'e4' },
    ]);
    expect(after.map(({ key }) => key).sort()).toEqual(before.map(({ key }) => key).sort());
    expect(after.find(({ kind }) => kind === 'm')?.key).toBe(before.find(({ kind }) => kind === 'm')?.key);
  });

  test('keep their keys when they grow up', () => {
    const before = figures({ bears: { e5: 'mc' } } as unknown as RescueView);
    const after = figures({ bears: { e5: 'mf' } } as unknown as RescueView, before, [
      { event: 'grew', hex: 'e5', bear: 'f' },
    ]);
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  });

  test('appear where no event says from where they came', () => {
    const before = figures({ bears: { e5: 'm' } } as unknown as RescueView);
    const after = figures({ bears: { e4: 'm' } } as unknown as RescueView, before);
    expect(after[0]?.key).not.toBe(before[0]?.key);
  });
});

test('a wake joins the sailings of one ship', () => {
  const view = { ships: { 1: { word: 'iron-petrel' }, 2: { word: 'polaris' } } } as unknown as RescueView;
  const events: RescueEvent[] = [
    { event: 'sailed', ship: 'polaris', from: 'e1', to: 'e2' },
    { event: 'sailed', ship: 'polaris', from: 'e2', to: 'e3' },
    { event: 'actions_ended', ship: 'polaris', unused: 0 },
    { event: 'sailed', ship: 'iron-petrel', from: 'e9', to: 'e8' },
  ];
  const found = wakes(
    view,
    events.map((event) => ({ events: [event] })),
  );
  expect(found).toEqual([
    { order: 1, points: [centre('e9'), centre('e8')] },
    { order: 2, points: [centre('e1'), centre('e2'), centre('e3')] },
  ]);
});
