import { describe, expect, test } from 'vitest';
import type { PolarRollerView } from '../../protocol/views';
import { BOX, chartOf, glacierAt, towards, UNIT } from './layout';
import map from './map.test.json';

const chart = chartOf({ map: map as unknown as PolarRollerView['map'] });
const { spots, glaciers, cliffs, pools, paths, colonies, spotOf } = chart;

describe('the map is the one of the rule book', () => {
  test('48 glaciers, sixteen of each shape, 42 cliffs, 19 pools, 54 paths', () => {
    expect([glaciers.length, cliffs.length, pools.length, paths.length]).toEqual([48, 42, 19, 54]);
    for (const shape of ['t', 'd', 'z']) expect(glaciers.filter((glacier) => glacier.shape === shape)).toHaveLength(16);
  });

  test('84 pairs of glaciers share a side', () => {
    expect(glaciers.reduce((sum, { beside }) => sum + beside.length, 0)).toBe(168);
    expect(spotOf('et')!.beside).toContain('az');
    expect(spotOf('bt')!.beside).not.toContain('az');
  });

  test('places lie where the rule book says', () => {
    expect(spotOf('1')!.at.y).toBeCloseTo(spotOf('4')!.at.y);
    expect(spotOf('j')!.at).toEqual({ x: 0, y: 0 });
    expect(spotOf('2')!.beside).toEqual(expect.arrayContaining(['1', '6']));
    expect(cliffs.filter(({ fishing }) => fishing).map(({ name }) => name)).toEqual([
      '7',
      '14',
      '21',
      '22',
      '29',
      '36',
    ]);
    expect(cliffs.filter(({ colony }) => colony)).toHaveLength(8);
  });

  test('glaciers are as large as their shapes', () => {
    const unit = (UNIT * UNIT * Math.sqrt(3)) / 4;
    for (const { corners, shape } of glaciers) {
      const twice = corners.reduce((sum, [x, y], index) => {
        const [nextX, nextY] = corners[(index + 1) % corners.length]!;
        return sum + x * nextY - nextX * y;
      }, 0);
      expect(Math.abs(twice) / 2 / unit).toBeCloseTo({ t: 1, d: 2, z: 3 }[shape!]);
    }
  });

  test('each glacier is found where its name stands', () => {
    for (const { at, name } of glaciers) expect(glacierAt(chart, at)).toBe(name);
    expect(glacierAt(chart, { x: 175, y: 0 })).toBeUndefined();
  });

  test('colonies lie off the coast beside their cliffs', () => {
    expect(colonies.map(({ name }) => name).sort()).toEqual(['ne', 'nw', 'se', 'sw']);
    for (const { x, y, cliffs } of colonies) {
      expect(cliffs).toHaveLength(2);
      expect(Math.abs(x) + 24).toBeLessThan(BOX.width / 2);
      expect(Math.abs(y) + 14).toBeLessThan(BOX.height / 2 + 0.5);
      for (const { at } of spots) expect(Math.hypot(at.x - x, at.y - y)).toBeGreaterThan(20);
    }
  });

  test('everything is inside the picture', () => {
    for (const { at } of spots) {
      expect(Math.abs(at.x)).toBeLessThan(BOX.width / 2 - 12);
      expect(Math.abs(at.y)).toBeLessThan(BOX.height / 2 - 12);
    }
  });
});

describe('keys and seats', () => {
  test.each(['bt', '1', 'a'])('arrows lead from %s to every place of its kind', (start) => {
    const seen = new Set([start]);
    const open = [start];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = towards(chart, place, key);
        if (next !== undefined && !seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
      }
    }
    const kind = spotOf(start)!.kind;
    expect(spots.filter((spot) => spot.kind === kind && !seen.has(spot.name))).toEqual([]);
  });

  test('a finger finds each cliff and pool at 344 pixels', () => {
    expect((344 / BOX.width) * UNIT).toBeGreaterThanOrEqual(38);
  });
});
