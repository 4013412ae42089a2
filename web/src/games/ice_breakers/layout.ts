// Where everything lies on the three maps, in board units: x to the east, y to the south.

import type { IceBreakersView } from '../../protocol/views';

export type Point = { x: number; y: number };

/** A harbour, a junction or a space of a channel. */
export type Spot = Point & { place: string; kind: 'harbour' | 'junction' | 'space' };

/** A channel with its spaces from the end that names it first. */
export type Channel = { from: string; to: string; spaces: string[]; path: string; dots: Point[] };

/** One map. */
export type Chart = { spots: Map<string, Spot>; beside: Map<string, string[]>; channels: Channel[] };

export const WIDTH = 1000;
export const HEIGHT = 600;
/** Half the width of a piece and of a harbour's basin. */
export const PIECE = 20;
export const HARBOUR = 33;

const ENDS: Readonly<Record<string, readonly [number, number]>> = {
  h1: [262, 63],
  h2: [67, 88],
  h3: [69, 531],
  h4: [57, 311],
  h5: [408, 311],
  h6: [936, 530],
  h7: [427, 497],
  h8: [930, 80],
  h9: [607, 285],
  h10: [942, 298],
  h11: [746, 499],
  h12: [563, 62],
  j1: [415, 102],
  j2: [717, 107],
  j3: [241, 284],
  j4: [760, 317],
  j5: [247, 538],
  j6: [571, 543],
};

/** Where the town of each harbour stands: its ship lies there when it is home, and its cards wait there. */
const TOWNS: Readonly<Record<string, readonly [number, number]>> = {
  h1: [205, 26],
  h2: [24, 32],
  h3: [136, 490],
  h4: [122, 347],
  h5: [350, 357],
  h6: [874, 577],
  h7: [452, 561],
  h8: [870, 36],
  h9: [645, 226],
  h10: [893, 238],
  h11: [799, 551],
  h12: [624, 28],
};

const MAPS = ['standard', 'easy', 'hard'];

type Line = [from: string, to: string, lengths: [number, number, number], bends: [number, number, number, number]];

/** The channels in the order of the rule book's table, with their lengths on each map and what bends their curves. */
const LINES: readonly Line[] = [
  ['h2', 'h1', [3, 2, 3], [128, 50, 201, 104]],
  ['h2', 'h4', [3, 3, 3], [100, 164, 31, 235]],
  ['h4', 'j3', [3, 2, 3], [113, 266, 183, 316]],
  ['h4', 'h3', [3, 3, 3], [85, 383, 96, 456]],
  ['h3', 'j5', [3, 2, 3], [127, 568, 187, 565]],
  ['h1', 'j1', [2, 2, 2], [318, 56, 356, 121]],
  ['h1', 'j3', [0, 2, 0], [291, 140, 267, 212]],
  ['j3', 'h5', [2, 2, 2], [291, 329, 358, 266]],
  ['j3', 'j5', [2, 2, 0], [277, 368, 212, 454]],
  ['j5', 'h7', [2, 2, 3], [299, 491, 375, 546]],
  ['j1', 'h12', [2, 2, 2], [474, 123, 505, 44]],
  ['j1', 'h5', [3, 2, 3], [440, 173, 375, 240]],
  ['h5', 'h9', [3, 3, 3], [471, 277, 545, 329]],
  ['h5', 'h7', [0, 2, 0], [399, 375, 456, 431]],
  ['h7', 'j6', [2, 2, 2], [482, 491, 512, 561]],
  ['h12', 'j2', [2, 2, 2], [609, 95, 659, 116]],
  ['h12', 'h9', [0, 3, 0], [542, 143, 563, 216]],
  ['h9', 'j4', [2, 2, 0], [651, 331, 703, 334]],
  ['h9', 'j6', [3, 2, 3], [630, 376, 619, 462]],
  ['j6', 'h11', [2, 2, 3], [638, 563, 696, 549]],
  ['j2', 'h8', [3, 2, 3], [785, 75, 864, 125]],
  ['j2', 'j4', [2, 2, 2], [696, 184, 728, 251]],
  ['j4', 'h10', [3, 2, 3], [818, 282, 878, 274]],
  ['j4', 'h11', [2, 2, 3], [724, 375, 781, 441]],
  ['h11', 'h6', [3, 2, 3], [815, 474, 875, 504]],
  ['h8', 'h10', [2, 3, 3], [952, 152, 974, 223]],
  ['h10', 'h6', [3, 3, 3], [906, 374, 906, 452]],
];

/** The harbours from h1 to h12. */
export const HARBOURS: readonly string[] = Array.from({ length: 12 }, (_, index) => `h${index + 1}`);
export const isHarbour = (place: string): boolean => ENDS[place] !== undefined && place.startsWith('h');

const charts = new Map<string, Chart>();

/** The map of this name. */
export function chartOf(map: string): Chart {
  const known = charts.get(map);
  if (known) return known;
  const fresh = draw(Math.max(0, MAPS.indexOf(map)));
  charts.set(map, fresh);
  return fresh;
}

function draw(map: number): Chart {
  const spots = new Map<string, Spot>();
  const beside = new Map<string, string[]>();
  const channels: Channel[] = [];
  for (const [place, [x, y]] of Object.entries(ENDS)) {
    spots.set(place, { place, x, y, kind: place.startsWith('h') ? 'harbour' : 'junction' });
    beside.set(place, []);
  }
  for (const [from, to, lengths, bends] of LINES) {
    const count = lengths[map]!;
    if (count === 0) continue;
    const dots = curve(ENDS[from]!, bends, ENDS[to]!);
    const spaces = Array.from({ length: count }, (_, index) => `${from}${to}.${index + 1}`);
    const middles = spread(dots, radius(from), radius(to), count);
    spaces.forEach((place, index) => spots.set(place, { place, ...middles[index]!, kind: 'space' }));
    const chain = [from, ...spaces, to];
    chain.forEach((place, index) => {
      const touching = beside.get(place) ?? [];
      beside.set(place, [...touching, ...[chain[index - 1], chain[index + 1]].filter((other) => other !== undefined)]);
    });
    const [ax, ay, bx, by] = bends;
    const path = `M${ENDS[from]!.join(' ')}C${ax} ${ay} ${bx} ${by} ${ENDS[to]!.join(' ')}`;
    channels.push({ from, to, spaces, path, dots });
  }
  return { spots, beside, channels };
}

const radius = (end: string): number => (end.startsWith('h') ? HARBOUR : PIECE);

function curve(from: readonly [number, number], bends: Line[3], to: readonly [number, number]): Point[] {
  const [ax, ay, bx, by] = bends;
  return Array.from({ length: 65 }, (_, step) => {
    const t = step / 64;
    const s = 1 - t;
    const sum = (a: number, b: number, c: number, d: number): number =>
      s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    return { x: sum(from[0], ax, bx, to[0]), y: sum(from[1], ay, by, to[1]) };
  });
}

/** The middles of pieces along a curve, with equal gaps between all discs. */
function spread(dots: Point[], before: number, after: number, count: number): Point[] {
  const paces = dots.slice(1).map((dot, index) => distance(dot, dots[index]!));
  const length = paces.reduce((sum, pace) => sum + pace, 0);
  const gap = (length - before - after - 2 * PIECE * count) / (count + 1);
  return Array.from({ length: count }, (_, index) => {
    let left = before + (index + 1) * gap + PIECE * (2 * index + 1);
    for (const [step, pace] of paces.entries()) {
      if (left <= pace) {
        const [one, other] = [dots[step]!, dots[step + 1]!];
        const part = left / pace;
        return { x: one.x + part * (other.x - one.x), y: one.y + part * (other.y - one.y) };
      }
      left -= pace;
    }
    return dots[dots.length - 1]!;
  });
}

export const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Where the town of a harbour stands. */
export function town(harbour: string): Point {
  const [x, y] = TOWNS[harbour] ?? [0, 0];
  return { x, y };
}

/** The places in reading order: harbour by harbour and junction by junction, each with the channels that it names. */
export function order(chart: Chart): string[] {
  const listed = new Set<string>();
  for (const end of Object.keys(ENDS)) {
    listed.add(end);
    for (const { from, spaces } of chart.channels) if (from === end) spaces.forEach((space) => listed.add(space));
  }
  return [...listed];
}

/** The place that a finger means: the nearest one, if any is near. */
export function nearest(chart: Chart, point: Point): string | undefined {
  let best: { place: string; far: number } | undefined;
  for (const spot of chart.spots.values()) {
    const far = distance(spot, point) - (spot.kind === 'harbour' ? HARBOUR : PIECE);
    if (far < 24 && (!best || far < best.far)) best = { place: spot.place, far };
  }
  for (const harbour of HARBOURS) {
    const far = distance(town(harbour), point) - 24;
    if (far < 4 && (!best || far < best.far)) best = { place: harbour, far };
  }
  return best?.place;
}

/** Every place of a way that is told by its first place and its ends. */
export function wholeWay(chart: Chart, via: readonly string[]): string[] {
  const places: string[] = via.slice(0, 1);
  via.forEach((next, index) => {
    const from = via[index - 1];
    if (from === undefined) return;
    const channel = chart.channels.find(({ from: one, to: other, spaces }) => {
      const ends = [one, other];
      return ends.includes(next) && (spaces.includes(from) || (ends.includes(from) && from !== next));
    });
    if (!channel) return;
    const chain = [channel.from, ...channel.spaces, channel.to];
    const [start, end] = [chain.indexOf(from), chain.indexOf(next)];
    const between = start < end ? chain.slice(start + 1, end + 1) : chain.slice(end, start).reverse();
    places.push(...between);
  });
  return places;
}

/** A piece: its number, which side shows, and whether it freezes when the turn ends. */
export type Piece = { number: number; ice: boolean; freezes: boolean };

/** The piece on a space; harbours have none, and spaces have none before ice is laid. */
export function pieceAt(view: IceBreakersView, place: string): Piece | undefined {
  const written = view.pieces[place];
  if (written === undefined) return undefined;
  const sign = written.slice(0, 1);
  const ice = sign !== '~' && sign !== '!';
  return { number: Number(ice ? written : written.slice(1)), ice, freezes: sign === '!' };
}

/** Is this ship in its own harbour? */
export const isHome = (view: IceBreakersView, ship: number): boolean => view.ships[ship] === `h${ship}`;

/** The ships at a place that are not home there, rising. */
export function shipsAt(view: IceBreakersView, place: string): number[] {
  return Object.keys(view.ships)
    .map(Number)
    .filter((ship) => view.ships[ship] === place && !isHome(view, ship));
}

/** Where a ship is drawn, and how large. */
export type Berth = Point & { scale: number };

/** Where every ship is drawn; several share a place side by side. */
export function berths(view: IceBreakersView): Map<number, Berth> {
  const chart = chartOf(view.map);
  const found = new Map<number, Berth>();
  for (const [number, place] of Object.entries(view.ships)) {
    const ship = Number(number);
    if (isHome(view, ship)) {
      const { x, y } = town(place);
      found.set(ship, { x: x + 3, y: y + 9, scale: 0.72 });
      continue;
    }
    const spot = chart.spots.get(place);
    if (!spot) continue;
    const here = shipsAt(view, place);
    found.set(ship, berth(spot, here.indexOf(ship), here.length));
  }
  return found;
}

function berth(spot: Spot, index: number, count: number): Berth {
  const { x, y, kind } = spot;
  const lift = kind === 'harbour' ? -4 : -5;
  if (count === 1) return { x, y: y + lift, scale: kind === 'harbour' ? 1.1 : 0.95 };
  const columns = count <= 4 ? 2 : count <= 9 ? 3 : 4;
  const rows = Math.ceil(count / columns);
  const scale = Math.min(0.74, (kind === 'harbour' ? 1.9 : 1.5) / columns);
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const inRow = Math.min(columns, count - row * columns);
  return {
    x: x + (column - (inRow - 1) / 2) * 46 * scale,
    y: y + lift + (row - (rows - 1) / 2) * 36 * scale,
    scale,
  };
}
