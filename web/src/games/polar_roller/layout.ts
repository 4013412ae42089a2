// Where things are: the map of ice, pools and cliffs, in the units of the view box, the middle of the map at the origin.
//
// Lattice, cuts and colonies come with the table's view; what may be done there is not known here.

import { chance, type Vertex } from '../../board/ice';
import type { PolarRollerView, RollerMap } from '../../protocol/views';

/** A place: `bt` a glacier, `7` a cliff, `b` a pool. */
export type Place = string;
export type Kind = 'glacier' | 'cliff' | 'pool';
export type Shape = 't' | 'd' | 'z';
export type Point = { x: number; y: number };

/** From a point of the lattice to the next. */
export const UNIT = 40;
export const ROW = UNIT * Math.sqrt(0.75);
/** The view box: the hexagon with its colonies. */
export const BOX = { x: -178, y: -177, width: 356, height: 354 };

type Step = readonly [q: number, r: number];
// E, NE, NW, W, SW, SE: wedge n lies between step n and the next.
const STEPS: readonly Step[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];
const SHAPES: readonly Shape[] = ['t', 'd', 'z'];

/** A colony outside the coast and the cliffs that lead into it. */
export type Colony = Point & { name: string; spoken: string; cliffs: readonly Place[] };
/** Half the width and half the height of a colony's island, and how far from the coast it lies. */
const ISLAND = { x: 24, y: 14, off: 8.5 };

/** A place of the map with everything that follows from where it lies. */
export type Spot = {
  name: Place;
  kind: Kind;
  /** The middle; for a glacier, where there is room for its name. */
  at: Point;
  /** The corners of a glacier. */
  corners: readonly Vertex[];
  shape?: Shape;
  fishing: boolean;
  colony?: Colony;
  /** Cliffs one path away, glaciers that share a side, the glaciers of a pool's field. */
  beside: Place[];
};

/** One map. */
export type Chart = {
  /** Every place: glaciers field by field, cliffs from the north, pools. */
  spots: readonly Spot[];
  glaciers: readonly Spot[];
  cliffs: readonly Spot[];
  pools: readonly Spot[];
  /** The paths from cliff to cliff, each once. */
  paths: readonly (readonly [Spot, Spot])[];
  colonies: readonly Colony[];
  /** The corners of the hexagon. */
  corners: readonly Vertex[];
  spotOf: (place: Place) => Spot | undefined;
};

const charts = new WeakMap<RollerMap, Chart>();

/** The map of a match. */
export function chartOf({ map }: Pick<PolarRollerView, 'map'>): Chart {
  const known = charts.get(map);
  if (known) return known;
  const fresh = draw(map);
  charts.set(map, fresh);
  return fresh;
}

function draw(map: RollerMap): Chart {
  const spots = derive(map);
  const byName = new Map(spots.map((spot) => [spot.name, spot]));
  const cliffs = spots.filter(({ kind }) => kind === 'cliff');
  return {
    spots,
    glaciers: spots.filter(({ kind }) => kind === 'glacier'),
    cliffs,
    pools: spots.filter(({ kind }) => kind === 'pool'),
    paths: cliffs.flatMap((cliff) =>
      cliff.beside
        .filter((name) => Number(name) > Number(cliff.name))
        .map((name) => [cliff, byName.get(name)!] as const),
    ),
    colonies: [...new Set(cliffs.flatMap(({ colony }) => colony ?? []))],
    corners: STEPS.map(([q, r]): Vertex => {
      const { x, y } = point(q * map.side, r * map.side);
      return [x, y];
    }),
    spotOf: (place) => byName.get(place),
  };
}

function point(q: number, r: number): Point {
  return { x: (q + r / 2) * UNIT, y: r * ROW };
}

function isPool(q: number, r: number): boolean {
  return (q - r) % 3 === 0;
}

const key = (q: number, r: number): string => `${q},${r}`;

/** Where an island lies off the coast: outwards from between its cliffs. */
function offshore(side: number, lattice: readonly Step[]): Point {
  const count = lattice.length || 1;
  const [q, r] = [0, 1].map((axis) => lattice.reduce((sum, step) => sum + step[axis as 0 | 1], 0) / count) as [
    number,
    number,
  ];
  const { x, y } = point(q, r);
  // The side of the hexagon that is nearest: the one whose normal leads farthest from here.
  const away = STEPS.map((_, index) => (Math.PI / 3) * index + Math.PI / 6)
    .map((angle) => ({ x: Math.cos(angle), y: Math.sin(angle) }))
    .sort((one, two) => two.x * x + two.y * y - (one.x * x + one.y * y))[0]!;
  const coast = side * ROW - (away.x * x + away.y * y);
  const off = coast + ISLAND.off + Math.hypot(ISLAND.x * away.x, ISLAND.y * away.y);
  // Beside the corners of the map the island lies as far out as the picture reaches.
  const within = (at: number, from: number, size: number, half: number) =>
    Math.min(Math.max(at, from + half + 2), from + size - half - 2);
  return {
    x: within(x + away.x * off, BOX.x, BOX.width, ISLAND.x),
    y: within(y + away.y * off, BOX.y, BOX.height, ISLAND.y),
  };
}

function derive({ side, fields, colonies, fishing }: RollerMap): Spot[] {
  const lattice = new Map<Place, Step>();
  for (let r = -side; r <= side; r += 1) {
    for (let q = -side; q <= side; q += 1) {
      if (Math.abs(q + r) <= side && !isPool(q, r)) lattice.set(String(lattice.size + 1), [q, r]);
    }
  }
  const camps = colonies.map(({ name, spoken, cliffs }): Colony => {
    const steps = cliffs.flatMap((cliff) => [lattice.get(cliff)].filter((step) => step !== undefined));
    return { name, spoken, cliffs, ...offshore(side, steps) };
  });
  const cliffs = new Map<string, Spot>();
  for (const [name, [q, r]] of lattice) {
    const colony = camps.find((colony) => colony.cliffs.includes(name));
    const at = point(q, r);
    const spot: Spot = { name, kind: 'cliff', at, corners: [], fishing: fishing.includes(name), beside: [] };
    cliffs.set(key(q, r), colony ? { ...spot, colony } : spot);
  }
  for (const [from, cliff] of cliffs) {
    const [q = 0, r = 0] = from.split(',').map(Number);
    cliff.beside = STEPS.flatMap(([dq, dr]) => cliffs.get(key(q + dq, r + dr))?.name ?? []);
  }

  const pools: Spot[] = [];
  const glaciers: Spot[] = [];
  // Each side of a triangle, by its ends, with the glaciers on both sides of it.
  const sides = new Map<string, Spot[]>();
  fields.forEach(({ pool: [q, r], ice }, index) => {
    const field = String.fromCharCode(97 + index);
    const pool: Spot = { name: field, kind: 'pool', at: point(q, r), corners: [], fishing: false, beside: [] };
    pools.push(pool);
    SHAPES.forEach((shape) => {
      const cut = ice[shape];
      if (!cut) return;
      const wedges = [...cut].map(Number);
      // The corners around the ice: the pool, then the cliffs from the first wedge to the last.
      const steps = [...wedges, (wedges[wedges.length - 1]! + 1) % 6].map((wedge) => STEPS[wedge]!);
      const ring: Step[] = steps.map(([dq, dr]) => [q + dq, r + dr] as const);
      // Half a field is a straight shore at its pool: the pool is no corner there.
      const lattice: Step[] = wedges.length === 3 ? ring : [[q, r], ...ring];
      const corners = lattice.map(([cq, cr]): Vertex => [point(cq, cr).x, point(cq, cr).y]);
      const at = label({ x: pool.at.x, y: pool.at.y }, corners, wedges.length);
      const glacier: Spot = { name: field + shape, kind: 'glacier', at, corners, shape, fishing: false, beside: [] };
      glaciers.push(glacier);
      pool.beside.push(glacier.name);
      const around: Step[] = [[q, r], ...ring];
      around.forEach(([aq, ar], corner) => {
        const [bq, br] = around[(corner + 1) % around.length]!;
        const side = [key(aq, ar), key(bq, br)].sort().join(' ');
        sides.set(side, [...(sides.get(side) ?? []), glacier]);
      });
    });
  });
  for (const [one, two] of sides.values()) {
    if (!one || !two || one === two || one.beside.includes(two.name)) continue;
    one.beside.push(two.name);
    two.beside.push(one.name);
  }
  return [...glaciers, ...cliffs.values(), ...pools];
}

/** Where the name of a glacier stands: in the middle of its ice, away from the pool. */
function label(pool: Point, corners: readonly Vertex[], wedges: number): Point {
  const middle = {
    x: corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
    y: corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
  };
  const away = wedges === 3 ? 1.04 : wedges === 2 ? 1.02 : 1.04;
  return { x: pool.x + (middle.x - pool.x) * away, y: pool.y + (middle.y - pool.y) * away };
}

/** Corners as a path, smaller if something is taken off. */
export function outline(corners: readonly Vertex[], shrink = 0): string {
  const inner = shrink === 0 ? corners : smaller(corners, shrink);
  return inner.map(([x, y], index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') + 'Z';
}

/** The corners moved inwards, each side by the same distance. */
function smaller(corners: readonly Vertex[], by: number): Vertex[] {
  const count = corners.length;
  const middle = { x: corners.reduce((s, [x]) => s + x, 0) / count, y: corners.reduce((s, [, y]) => s + y, 0) / count };
  const lines = corners.map(([ax, ay], index) => {
    const [bx, by2] = corners[(index + 1) % count]!;
    let [nx, ny] = [ay - by2, bx - ax];
    const length = Math.hypot(nx, ny);
    if ((middle.x - ax) * nx + (middle.y - ay) * ny < 0) [nx, ny] = [-nx, -ny];
    const [ux, uy] = [nx / length, ny / length];
    return { x: ax + ux * by, y: ay + uy * by, dx: bx - ax, dy: by2 - ay };
  });
  return lines.map((line, index): Vertex => {
    const before = lines[(index + count - 1) % count]!;
    const cross = before.dx * line.dy - before.dy * line.dx;
    const along = ((line.x - before.x) * line.dy - (line.y - before.y) * line.dx) / cross;
    return [before.x + before.dx * along, before.y + before.dy * along];
  });
}

/** The cell of a point of the lattice: all that is nearer to it than to its neighbours. */
export function cell({ x, y }: Point, size = 1): string {
  const radius = (UNIT / Math.sqrt(3)) * size;
  const corners = Array.from({ length: 6 }, (_, index): Vertex => {
    const angle = (Math.PI / 3) * index + Math.PI / 6;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return outline(corners);
}

/** The glacier at this point of the picture. */
export function glacierAt({ glaciers }: Chart, { x, y }: Point): Place | undefined {
  const inside = ({ corners }: Spot): boolean => {
    const sides = corners.map(([ax, ay], index) => {
      const [bx, by] = corners[(index + 1) % corners.length]!;
      return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
    });
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
  };
  return glaciers.find(inside)?.name;
}

/** A shelf of ice around the hexagon with a broken edge. */
export function shelf({ corners }: Chart, name: string, out: number, depth: number): string {
  const next = chance(name);
  const vertices: Vertex[] = [];
  corners.forEach(([fromX, fromY], index) => {
    const [toX, toY] = corners[(index + 1) % corners.length]!;
    const pieces = 11;
    for (let piece = 0; piece < pieces; piece += 1) {
      const part = piece / pieces;
      const [x, y] = [fromX + (toX - fromX) * part, fromY + (toY - fromY) * part];
      const far = Math.hypot(x, y);
      const more = out + (next() - 0.5) * depth;
      vertices.push([x + (x / far) * more, y + (y / far) * more]);
    }
  });
  return outline(vertices);
}

/** The place of the same kind to which an arrow key leads. */
export function towards({ spots, spotOf }: Chart, place: Place, key: string): Place | undefined {
  const from = spotOf(place);
  const heading = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!from || !heading) return undefined;
  const [dx = 0, dy = 0] = heading;
  let best: Spot | undefined;
  let least = Infinity;
  for (const spot of spots) {
    if (spot.kind !== from.kind || spot === from) continue;
    const [x, y] = [spot.at.x - from.at.x, spot.at.y - from.at.y];
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy - y * dx);
    if (along < 2 || across > along * 1.8) continue;
    const cost = along + across * 1.6;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best?.name;
}
