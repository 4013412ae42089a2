import { describe, expect, test } from 'vitest';
import { neighbour } from './gestures';
import { berths, chartOf, distance, HARBOUR, nearest, order, PIECE, town, wholeWay } from './layout';
import { POSITIONS } from './positions.support';

const views = POSITIONS.map(({ name, view }) => ({
  name,
  view,
}));
const MAPS = ['standard', 'easy', 'hard'];

describe.each(MAPS)('the %s map', (map) => {
  const chart = chartOf(views.find(({ view }) => view.map === map)!.view);
  const spots = [...chart.spots.values()];

  test('has 12 harbours and 66 spaces, in one order', () => {
    expect(spots.filter(({ kind }) => kind === 'harbour')).toHaveLength(12);
    expect(spots.filter(({ kind }) => kind !== 'harbour')).toHaveLength(66);
    expect(new Set(order(chart))).toEqual(new Set(chart.spots.keys()));
  });

  test('has room for every disc and every town', () => {
    const radius = (kind: string): number => (kind === 'harbour' ? HARBOUR : PIECE);
    const crowded: string[] = [];
    for (const one of spots) {
      for (const other of spots) {
        const apart = distance(one, other) > radius(one.kind) + radius(other.kind);
        if (one !== other && !apart) crowded.push(`${one.place} ${other.place}`);
      }
      for (const harbour of chart.harbours) {
        if (distance(one, town(chart, harbour)) <= radius(one.kind) + 18)
          crowded.push(`${one.place} and the town of ${harbour}`);
      }
    }
    expect(crowded).toEqual([]);
  });

  test('a finger finds every place', () => {
    for (const spot of spots) expect(nearest(chart, { x: spot.x + 9, y: spot.y - 9 })).toBe(spot.place);
    for (const harbour of chart.harbours) expect(nearest(chart, town(chart, harbour))).toBe(harbour);
    expect(nearest(chart, { x: 330, y: 190 })).toBeUndefined();
  });

  test('arrows lead to every place', () => {
    const seen = new Set(['h1']);
    const open = ['h1'];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = neighbour(chart, place, key);
        if (next !== undefined && !seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
      }
    }
    expect(spots.filter(({ place }) => !seen.has(place)).map(({ place }) => place)).toEqual([]);
  });
});

describe('positions', () => {
  test.each(views)('$name: pieces lie on places of the map', ({ view }) => {
    const { spots } = chartOf(view);
    for (const place of [...Object.keys(view.pieces), ...Object.values(view.ships)])
      expect(spots.has(place), place).toBe(true);
  });

  test.each(views)('$name: the ice on a way costs what the way costs', ({ view }) => {
    const chart = chartOf(view);
    for (const [ship, { cost, via }] of Object.entries(view.ways)) {
      const places = wholeWay(chart, via);
      places.forEach((place, index) => {
        if (index > 0) expect(chart.beside.get(place)).toContain(places[index - 1]);
      });
      const sum = places.reduce((all, place) => all + (Number(view.pieces[place]) || 0), 0);
      expect(sum, `ship ${ship}`).toBe(cost);
    }
  });

  test.each(views)('$name: no two ships lie at the same point', ({ view }) => {
    const points = [...berths(view).values()].map(({ x, y }) => `${x} ${y}`);
    expect(new Set(points).size).toBe(Object.keys(view.ships).length);
  });
});

test('spaces of a map that was entered are numbered through its channels', () => {
  const { chart } = views.find(({ view }) => view.map === 'standard')!.view;
  let next = 1;
  const channels = chart.channels.map((channel) => {
    const first = `s${next}`;
    next += channel.spaces;
    return { ...channel, first };
  });
  const { spots, channels: drawn } = chartOf({ chart: { ...chart, channels } });
  expect(drawn.flatMap(({ spaces }) => spaces)).toEqual(Array.from({ length: 60 }, (_, index) => `s${index + 1}`));
  expect(spots.get('s60')?.kind).toBe('space');
});
