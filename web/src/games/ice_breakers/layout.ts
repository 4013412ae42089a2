// Where everything lies on the map that comes with the view, in board units: x to the east, y to the south.

import type { IceBreakersChart, IceBreakersView } from '../../protocol/views';

export type Point = { x: number; y: number };

/** A harbour, a junction or a space of a channel. */
export type Spot = Point & { place: string; kind: 'harbour' | 'junction' | 'space' };

/** A channel with its spaces from the end that names it first. */
export type Channel = { from: string; to: string; spaces: string[]; path: string; dots: Point[] };

/** One map. */
export type Chart = {
  spots: Map<string, Spot>;
  beside: Map<string, string[]>;
  channels: Channel[];
  /** Harbours, then junctions. */
  ends: readonly string[];
  harbours: readonly string[];
  /** Where the town of each harbour stands: its ship lies there when it is home, and its cards wait there. */
  towns: ReadonlyMap<string, Point>;
  /** The nations whose flags fly over the towns and on their ships. */
  flags: ReadonlyMap<string, string>;
};

export const WIDTH = 1000;
export const HEIGHT = 600;
/** Half the width of a piece and of a harbour's basin. */
export const PIECE = 20;
export const HARBOUR = 33;

export const isHarbour = (place: string): boolean => /^h\d+$/.test(place);

const charts = new WeakMap<IceBreakersChart, Chart>();

/** The map of a match. */
export function chartOf({ chart }: Pick<IceBreakersView, 'chart'>): Chart {
  const known = charts.get(chart);
  if (known) return known;
  const fresh = draw(chart);
  charts.set(chart, fresh);
  return fresh;
}

function draw({ ends, towns, flags, channels: lines }: IceBreakersChart): Chart {
  const spots = new Map<string, Spot>();
  const beside = new Map<string, string[]>();
  const channels: Channel[] = [];
  for (const [place, x, y] of ends) {
    spots.set(place, { place, x, y, kind: isHarbour(place) ? 'harbour' : 'junction' });
    beside.set(place, []);
  }
  for (const { from, to, spaces: count, first, bends } of lines) {
    const corners = [spots.get(from)!, ...bends.map(([x, y]) => ({ x, y })), spots.get(to)!];
    const dots = curve(corners);
    const numbered = (index: number): string => `s${Number(first!.slice(1)) + index}`;
    const called = (index: number): string => `${from}${to}.${index + 1}`;
    const spaces = Array.from({ length: count }, (_, index) => (first ? numbered(index) : called(index)));
    const middles = spread(dots, radius(from), radius(to), count);
    spaces.forEach((place, index) => spots.set(place, { place, ...middles[index]!, kind: 'space' }));
    const chain = [from, ...spaces, to];
    chain.forEach((place, index) => {
      const touching = beside.get(place) ?? [];
      beside.set(place, [...touching, ...[chain[index - 1], chain[index + 1]].filter((other) => other !== undefined)]);
    });
    const [start, ...others] = corners.map(({ x, y }) => `${x} ${y}`);
    channels.push({ from, to, spaces, path: `M${start}C${others.join(' ')}`, dots });
  }
  return {
    spots,
    beside,
    channels,
    ends: ends.map(([place]) => place),
    harbours: towns.map(([place]) => place),
    towns: new Map(towns.map(([place, x, y]) => [place, { x, y }])),
    flags: new Map(towns.map(([place], index) => [place, flags[index] ?? ''])),
  };
}

const radius = (end: string): number => (end.startsWith('h') ? HARBOUR : PIECE);

/** A cubic curve as a chain of dots. */
function curve(corners: readonly Point[]): Point[] {
  return Array.from({ length: 65 }, (_, step) => {
    const t = step / 64;
    const s = 1 - t;
    const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    const sum = (of: (corner: Point) => number): number =>
      corners.reduce((all, corner, index) => all + of(corner) * weights[index]!, 0);
    return { x: sum(({ x }) => x), y: sum(({ y }) => y) };
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
export function town({ towns }: Chart, harbour: string): Point {
  return towns.get(harbour) ?? { x: 0, y: 0 };
}

/** The places in reading order: harbour by harbour and junction by junction, each with the channels that it names. */
export function order(chart: Chart): string[] {
  const listed = new Set<string>();
  for (const end of chart.ends) {
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
  for (const harbour of chart.harbours) {
    const far = distance(town(chart, harbour), point) - 24;
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
  const chart = chartOf(view);
  const found = new Map<number, Berth>();
  for (const [number, place] of Object.entries(view.ships)) {
    const ship = Number(number);
    if (isHome(view, ship)) {
      const { x, y } = town(chart, place);
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
