// Where things are: the map of ice, pools and cliffs, in the units of the view box, the middle pool at the origin.
//
// The lattice, the cuts of the fields and the names are those of the rule book; what may be done there is not known here.

import { chance, type Vertex } from '../../board/ice';

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
const SIDE = 4;

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

// Pool by pool from `a`: where it lies, and the wedges of its triangle, diamond and trapezoid,
// counted against the clock from the one north of east.
const FIELDS: readonly (readonly [q: number, r: number, t: string, d: string, z: string])[] = [
  [2, -4, '', '', '345'],
  [0, -3, '3', '12', '450'],
  [3, -3, '4', '50', '123'],
  [-2, -2, '4', '50', ''],
  [1, -2, '1', '50', '234'],
  [4, -2, '2', '34', ''],
  [-1, -1, '1', '50', '234'],
  [2, -1, '0', '45', '123'],
  [-3, 0, '5', '01', '234'],
  [0, 0, '2', '01', '345'],
  [3, 0, '2', '34', '501'],
  [-2, 1, '3', '12', '450'],
  [1, 1, '4', '23', '501'],
  [-4, 2, '', '', '501'],
  [-1, 2, '4', '23', '501'],
  [2, 2, '', '', '123'],
  [-3, 3, '1', '23', '450'],
  [0, 3, '0', '45', '123'],
  [-2, 4, '0', '12', ''],
];

const FISHING = new Set(['7', '14', '21', '22', '29', '36']);

/** A colony outside the coast and the two cliffs that lead into it. */
export type Colony = Point & { name: string; spoken: string; cliffs: readonly [Place, Place] };
export const COLONIES: readonly Colony[] = [
  { name: 'nw', spoken: 'north-west', cliffs: ['1', '2'], x: -60, y: -161 },
  { name: 'ne', spoken: 'north-east', cliffs: ['4', '8'], x: 118, y: -139 },
  { name: 'se', spoken: 'south-east', cliffs: ['41', '42'], x: 60, y: 161 },
  { name: 'sw', spoken: 'south-west', cliffs: ['35', '39'], x: -118, y: 139 },
];

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

function point(q: number, r: number): Point {
  return { x: (q + r / 2) * UNIT, y: r * ROW };
}

function isPool(q: number, r: number): boolean {
  return (q - r) % 3 === 0;
}

const key = (q: number, r: number): string => `${q},${r}`;

function derive(): Spot[] {
  const cliffs = new Map<string, Spot>();
  for (let r = -SIDE; r <= SIDE; r += 1) {
    for (let q = -SIDE; q <= SIDE; q += 1) {
      if (Math.abs(q + r) > SIDE || isPool(q, r)) continue;
      const name = String(cliffs.size + 1);
      const colony = COLONIES.find((colony) => colony.cliffs.includes(name));
      const spot: Spot = { name, kind: 'cliff', at: point(q, r), corners: [], fishing: FISHING.has(name), beside: [] };
      cliffs.set(key(q, r), colony ? { ...spot, colony } : spot);
    }
  }
  for (const [from, cliff] of cliffs) {
    const [q = 0, r = 0] = from.split(',').map(Number);
    cliff.beside = STEPS.flatMap(([dq, dr]) => cliffs.get(key(q + dq, r + dr))?.name ?? []);
  }

  const pools: Spot[] = [];
  const glaciers: Spot[] = [];
  // Each side of a triangle, by its ends, with the glaciers on both sides of it.
  const sides = new Map<string, Spot[]>();
  FIELDS.forEach(([q, r, ...cuts], index) => {
    const field = String.fromCharCode(97 + index);
    const pool: Spot = { name: field, kind: 'pool', at: point(q, r), corners: [], fishing: false, beside: [] };
    pools.push(pool);
    cuts.forEach((cut, number) => {
      if (cut === '') return;
      const shape = (['t', 'd', 'z'] as const)[number]!;
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

/** Every place: glaciers field by field, cliffs from the north, pools. */
export const SPOTS: readonly Spot[] = derive();
const BY_NAME: ReadonlyMap<Place, Spot> = new Map(SPOTS.map((spot) => [spot.name, spot]));
export const GLACIERS = SPOTS.filter(({ kind }) => kind === 'glacier');
export const CLIFFS = SPOTS.filter(({ kind }) => kind === 'cliff');
export const POOLS = SPOTS.filter(({ kind }) => kind === 'pool');

/** The place with this name. */
export function spotOf(place: Place): Spot | undefined {
  return BY_NAME.get(place);
}

/** The paths from cliff to cliff, each once. */
export const PATHS: readonly (readonly [Spot, Spot])[] = CLIFFS.flatMap((cliff) =>
  cliff.beside
    .map((name) => spotOf(name)!)
    .filter(({ name }) => Number(name) > Number(cliff.name))
    .map((other) => [cliff, other] as const),
);

/** Where a bear or a mark stands on a glacier: its label's place, a little lower. */
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
export function glacierAt({ x, y }: Point): Place | undefined {
  const inside = ({ corners }: Spot): boolean => {
    const sides = corners.map(([ax, ay], index) => {
      const [bx, by] = corners[(index + 1) % corners.length]!;
      return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
    });
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
  };
  return GLACIERS.find(inside)?.name;
}

/** A shelf of ice around the hexagon with a broken edge. */
export function shelf(name: string, out: number, depth: number): string {
  const next = chance(name);
  const corners = STEPS.map(([q, r]) => point(q * SIDE, r * SIDE));
  const vertices: Vertex[] = [];
  corners.forEach((from, index) => {
    const to = corners[(index + 1) % 6]!;
    const pieces = 11;
    for (let piece = 0; piece < pieces; piece += 1) {
      const part = piece / pieces;
      const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
      const far = Math.hypot(x, y);
      const more = out + (next() - 0.5) * depth;
      vertices.push([x + (x / far) * more, y + (y / far) * more]);
    }
  });
  return outline(vertices);
}

/** The place of the same kind to which an arrow key leads. */
export function towards(place: Place, key: string): Place | undefined {
  const from = spotOf(place);
  const heading = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!from || !heading) return undefined;
  const [dx = 0, dy = 0] = heading;
  let best: Spot | undefined;
  let least = Infinity;
  for (const spot of SPOTS) {
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
