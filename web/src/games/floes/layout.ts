// Where things are: cells, pieces and their neighbours, in the units of the board's view box.

import type { FloesEvent } from '../../protocol/events';
import type { FloesView } from '../../protocol/views';

/**
 * Something one can point at: `start`, `north`, a floe's name, `water b4` for open water in lane b at row 4,
 * or a die, `roll` and `die P3`.
 */
export type Spot = string;

export type Point = { x: number; y: number };
export type Box = Point & { width: number; height: number };

export const LANES = 4;
export const WIDTH = 360;
/** One cell of water; wide and high enough for a finger on the narrowest phone. */
export const CELL = { width: 84, height: 42 };
export const FLOE = { width: 79, height: 37 };
const SIDE = (WIDTH - LANES * CELL.width) / 2;
/** The depth of the shores. */
export const NORTH = 50;
export const START = 58;
const DIE = 44;
/** Room for the post with the shore's name. */
const SIGN = 48;
const POLE = 34;

/** A view as it is laid out: `split` at the Equator, the southern half beside the northern one, or in one piece. */
export type Laid = FloesView & { split?: boolean };

/** The height of the board in units. */
export function boardHeight(view: Laid): number {
  return view.split ? (view.height / 2) * CELL.height + START : NORTH + view.height * CELL.height + START;
}

/** The width of the board in units. */
export function boardWidth(view: Laid): number {
  return view.split ? 2 * WIDTH : WIDTH;
}

export function isShore(spot: Spot): boolean {
  return spot === 'start' || spot === 'north';
}

export function isWater(spot: Spot): boolean {
  return spot.startsWith('water ');
}

export function isDie(spot: Spot): boolean {
  return spot === 'roll' || spot.startsWith('die');
}

/** Does a die with this label move the bear? */
export function isBearRoll(label: string | undefined): boolean {
  return label?.startsWith('B') ?? false;
}

/** The name of a lane, from `a` in the west. */
export function laneName(lane: number): string {
  return String.fromCharCode(97 + lane);
}

/** The lane and the row of a floe or of open water; nothing for shores and dice. */
export function cellOf(view: FloesView, spot: Spot): [lane: number, row: number] | undefined {
  const floe = view.floes[spot];
  if (floe) return floe;
  const water = /^water ([a-d])(\d+)$/.exec(spot);
  return water ? [water[1]!.charCodeAt(0) - 97, Number(water[2])] : undefined;
}

/** What lies in this cell: a floe, open water, a shore, or nothing beyond the sides. */
export function spotAt(view: FloesView, lane: number, row: number): Spot | undefined {
  if (lane < 0 || lane >= LANES || row < 0 || row > view.height + 1) return undefined;
  if (row === 0) return 'start';
  if (row > view.height) return 'north';
  for (const name in view.floes) {
    const cell = view.floes[name];
    if (cell && cell[0] === lane && cell[1] === row) return name;
  }
  return `water ${laneName(lane)}${row}`;
}

const HEADINGS = { n: [0, 1], s: [0, -1], e: [1, 0], w: [-1, 0] } as const;
export type Heading = keyof typeof HEADINGS;

/** The spot beside this one. */
export function beyond(view: FloesView, spot: Spot, heading: Heading): Spot | undefined {
  const cell = cellOf(view, spot);
  if (!cell) return undefined;
  const [east, north] = HEADINGS[heading];
  return spotAt(view, cell[0] + east, cell[1] + north);
}

/** Which way leads from one cell to another, the longer way first. */
export function headingTo([lane, row]: [number, number], [toLane, toRow]: [number, number]): Heading {
  if (Math.abs(toRow - row) >= Math.abs(toLane - lane)) return toRow >= row ? 'n' : 's';
  return toLane > lane ? 'e' : 'w';
}

/** All spots as they are read: rows from north to south, in each from west to east, the dice last. */
export function rows(view: FloesView): Spot[][] {
  const grid: Spot[][] = [['north']];
  for (let row = view.height; row >= 1; row -= 1) {
    grid.push(Array.from({ length: LANES }, (_, lane) => spotAt(view, lane, row)!));
  }
  grid.push(['start', ...dice(view)]);
  return grid;
}

/** The dice: one, or two where two bears roam. */
export function dice(view: FloesView): Spot[] {
  return view.bears.length > 1 ? ['die 1', 'die 2'] : ['die 1'];
}

/** The cell's middle. */
export function middle(view: Laid, lane: number, row: number): Point {
  if (view.split && row <= view.height / 2)
    return { x: SIDE + (lane + 0.5) * CELL.width, y: (view.height / 2 - row + 0.5) * CELL.height };
  if (view.split)
    return { x: WIDTH + SIDE + (lane + 0.5) * CELL.width, y: NORTH + (view.height - row + 0.5) * CELL.height };
  return { x: SIDE + (lane + 0.5) * CELL.width, y: NORTH + (view.height - row + 0.5) * CELL.height };
}

/** The area in which a tap means this spot. */
export function area(view: Laid, spot: Spot): Box {
  const height = boardHeight(view);
  if (spot === 'north') return { x: (view.split ? WIDTH : 0) + 3, y: 3, width: WIDTH - 6, height: NORTH - 4 };
  if (spot === 'start') return { x: 3, y: height - START + 2, width: diceEdge(view) - 5, height: START - 5 };
  if (isDie(spot)) {
    const index = spot === 'die 2' ? 1 : 0;
    const room = WIDTH - diceEdge(view) - 3;
    const width = room / dice(view).length;
    return { x: diceEdge(view) + index * width, y: height - START + 2, width, height: START - 5 };
  }
  const { x, y } = middle(view, ...(cellOf(view, spot) ?? [0, 1]));
  return { x: x - CELL.width / 2, y: y - CELL.height / 2, width: CELL.width, height: CELL.height };
}

function diceEdge(view: FloesView): number {
  return WIDTH - dice(view).length * (DIE + 2) - 8;
}

/** The middle of a spot. */
export function centre(view: Laid, spot: Spot): Point {
  const { x, y, width, height } = area(view, spot);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where a seat's penguins wait on a shore. */
export function camp(view: Laid, shore: 'start' | 'north', seat: number): Box {
  const seats = Object.keys(view.penguins).length;
  const { x, y, width, height } = area(view, shore);
  const share = (width - SIGN - (shore === 'north' ? POLE : 4)) / seats;
  return { x: x + SIGN + (seat - 1) * share, y, width: share, height };
}

/** A penguin or a bear; it keeps its key while it moves. */
export type Piece = {
  key: string;
  /** 0 for a bear. */
  seat: number;
  /** Which bear, from 1; 0 for penguins. */
  bear: number;
  place: Spot;
  homebound: boolean;
  /** Back at the South Pole and out of play. */
  finished: boolean;
  /** Has it just been sent back to the start, through the water? */
  sent: boolean;
};

/**
 * The pieces of a view. Those of `before` keep their keys, wherever these events took them; a penguin of which no
 * event tells where it went has the key of another that is gone.
 */
export function pieces(view: FloesView, before: readonly Piece[] = [], events: readonly FloesEvent[] = []): Piece[] {
  const all: Piece[] = view.bears.map((place, index) => ({
    key: `bear${index + 1}`,
    seat: 0,
    bear: index + 1,
    place,
    homebound: false,
    finished: false,
    sent: false,
  }));
  const moved = after(before, events, view.homesick ?? false);
  for (const [number, places] of Object.entries(view.penguins)) {
    const seat = Number(number);
    const old = moved.filter((piece) => piece.seat === seat);
    const stayed = places.map((place) => {
      const index = old.findIndex((piece) => written(piece) === place);
      return index < 0 ? undefined : old.splice(index, 1)[0];
    });
    const used = new Set(stayed.map((piece) => piece?.key));
    const keys = places.map((_, index) => `${seat}-${index}`).filter((key) => !used.has(key));
    places.forEach((place, index) => {
      const finished = place === 'home';
      const { key = keys.shift()!, sent = false } = stayed[index] ?? {};
      all.push({
        key,
        seat,
        bear: 0,
        place: finished ? 'start' : place.replace('~', ''),
        homebound: place.endsWith('~'),
        finished,
        sent,
      });
    });
  }
  return all;
}

/** Where these pieces are after these events. */
function after(before: readonly Piece[], events: readonly FloesEvent[], homesick: boolean): Piece[] {
  const all = before.map((piece) => ({ ...piece, sent: false }));
  const sendBack = (seat: number, floe: Spot, most: number): void =>
    all
      .filter((piece) => piece.seat === seat && piece.place === floe)
      .slice(0, most)
      .forEach((piece) => Object.assign(piece, { place: 'start', homebound: false, sent: true }));
  for (const event of events) {
    if (event.event === 'hopped') {
      const { seat, from, to, home } = event;
      const piece = all.find(
        (one) => one.seat === seat && one.place === from && one.homebound === home && !one.finished,
      );
      if (piece)
        Object.assign(piece, {
          place: to,
          homebound: homesick && (to === 'north' || (home && to !== 'start')),
          finished: home && to === 'start',
        });
    } else if (event.event === 'swam') {
      sendBack(event.seat, event.floe, 1);
    } else if (event.event === 'sent_home') {
      sendBack(event.seat, event.floe, event.count);
    }
  }
  return all;
}

/** A penguin's place as the view writes it. */
function written(piece: Piece): string {
  return piece.finished ? 'home' : piece.place + (piece.homebound ? '~' : '');
}

/** Where each piece stands: its feet. */
export function stand(view: Laid, all: readonly Piece[]): Map<string, Point & { scale: number }> {
  const places = new Map<string, Piece[]>();
  for (const piece of all) {
    const group = isShore(piece.place) ? `${piece.place} ${piece.seat}` : piece.place;
    places.set(group, [...(places.get(group) ?? []), piece]);
  }
  const feet = new Map<string, Point & { scale: number }>();
  for (const group of places.values()) {
    group.sort((one, other) => one.seat - other.seat || Number(one.homebound) - Number(other.homebound));
    group.forEach((piece, index) => feet.set(piece.key, footing(view, piece, index, group.length)));
  }
  return feet;
}

function footing(view: Laid, piece: Piece, index: number, count: number): Point & { scale: number } {
  const turn = index - (count - 1) / 2;
  if (piece.place === 'start' || piece.place === 'north') {
    if (piece.bear) {
      const { x, y, width, height } = area(view, piece.place);
      return { x: x + SIGN + (width - SIGN) * 0.55 + turn * 50, y: y + height - 12, scale: 1 };
    }
    const { x, y, width, height } = camp(view, piece.place, piece.seat);
    const gap = Math.min(22, (width - 20) / 2);
    return { x: x + width / 2 + turn * gap, y: y + height - (piece.finished ? 14 : 5), scale: 1 };
  }
  const { x, y } = middle(view, ...(cellOf(view, piece.place) ?? [0, 1]));
  if (piece.bear) return { x: x + 3 + turn * 35, y: y + 12, scale: count > 1 ? 0.8 : 1 };
  return { x: x + (count > 2 ? 5 : 2) + turn * (count > 2 ? 22 : 24), y: y + 11, scale: 1 };
}
