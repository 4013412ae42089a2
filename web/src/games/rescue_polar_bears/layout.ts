// Where things are: the 61 hexes, flat side up, in the units of the board's view box.

import type { RescueEvent } from '../../protocol/events';
import type { RescueView } from '../../protocol/views';

/** A hex as the notation calls it: column `a` in the west to `i`, numbered from the north. */
export type Hex = string;

export type Point = { x: number; y: number };
export type Box = Point & { width: number; height: number };
type Axial = readonly [q: number, r: number];

export const WIDTH = 360;
export const HEIGHT = 446;
/** Half the width of a hex, and half its height. */
export const HALF = 25;
export const TALL = (HALF * Math.sqrt(3)) / 2;
const RADIUS = 4;
const TOP = 6;

/** The Temperature Track below the map. */
export const TRACK: Box = { x: 6, y: 400, width: 348, height: 42 };

/** All hexes as they are read: rows from north to south, in each from west to east. */
export const ROWS: readonly (readonly Hex[])[] = Array.from({ length: 17 }, (_, line) =>
  Array.from({ length: 9 }, (_, column) => column).flatMap((column) => {
    const row = (line - Math.abs(column - RADIUS)) / 2;
    return Number.isInteger(row) && row >= 0 && row < 9 - Math.abs(column - RADIUS) ? [nameOf(column, row)] : [];
  }),
);

export const HEXES: readonly Hex[] = ROWS.flat();

function nameOf(column: number, row: number): Hex {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

function columnAndRow(hex: Hex): [column: number, row: number] {
  return [hex.charCodeAt(0) - 97, Number(hex.slice(1)) - 1];
}

/** The middle of a hex. */
export function centre(hex: Hex): Point {
  const [column, row] = columnAndRow(hex);
  return {
    x: WIDTH / 2 + (column - RADIUS) * HALF * 1.5,
    y: TOP + TALL * (1 + 2 * row + Math.abs(column - RADIUS)),
  };
}

/** The corners of a hex around its middle, clockwise from the east; smaller if something is taken off. */
export function corners(less = 0): Point[] {
  return Array.from({ length: 6 }, (_, corner) => ({
    x: Math.cos((corner * Math.PI) / 3) * (HALF - less),
    y: Math.sin((corner * Math.PI) / 3) * (HALF - less),
  }));
}

/** A hex around its middle as a path. */
export function hexPath(less = 0): string {
  return `M${corners(less)
    .map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)
    .join('L')}Z`;
}

/** The six ways from a hex. */
export const WAYS = { n: [0, -1], ne: [1, -1], se: [1, 0], s: [0, 1], sw: [-1, 1], nw: [-1, 0] } as const;
export type Way = keyof typeof WAYS;

function axial(hex: Hex): Axial {
  const [column, row] = columnAndRow(hex);
  const q = column - RADIUS;
  return [q, row - RADIUS - Math.min(q, 0)];
}

/** The next hex in this direction, if the map has one. */
export function beyond(hex: Hex, way: Way): Hex | undefined {
  const [q, r] = axial(hex);
  const [east, south] = WAYS[way];
  const [toQ, toR] = [q + east, r + south];
  if (Math.max(Math.abs(toQ), Math.abs(toR), Math.abs(toQ + toR)) > RADIUS) return undefined;
  return nameOf(toQ + RADIUS, toR + RADIUS + Math.min(toQ, 0));
}

/** The hexes around a hex. */
export function around(hex: Hex): Hex[] {
  return (Object.keys(WAYS) as Way[]).flatMap((way) => beyond(hex, way) ?? []);
}

/** Is this hex part of the outer ring, where no tiles lie? */
export function isOuter(hex: Hex): boolean {
  return around(hex).length < 6;
}

/** The hex to which a key leads: up and down straight, left and right to the upper side, with Shift to the lower. */
export function stepBy(hex: Hex, key: string, shift: boolean, code = ''): Hex | undefined {
  const pad: Record<string, Way> = {
    Numpad7: 'nw',
    Numpad8: 'n',
    Numpad9: 'ne',
    Numpad1: 'sw',
    Numpad2: 's',
    Numpad3: 'se',
  };
  const padded = pad[code];
  if (padded) return beyond(hex, padded);
  switch (key) {
    case 'ArrowUp':
      return beyond(hex, 'n');
    case 'ArrowDown':
      return beyond(hex, 's');
    case 'ArrowLeft':
      return shift ? (beyond(hex, 'sw') ?? beyond(hex, 'nw')) : (beyond(hex, 'nw') ?? beyond(hex, 'sw'));
    case 'ArrowRight':
      return shift ? (beyond(hex, 'se') ?? beyond(hex, 'ne')) : (beyond(hex, 'ne') ?? beyond(hex, 'se'));
    default:
      return undefined;
  }
}

/** What is on a hex. */
export type Ground = { kind: 'ice'; number: number } | { kind: 'support' | 'float' | 'base' | 'water' };

export function ground(view: RescueView, hex: Hex): Ground {
  const tile = view.tiles[hex];
  if (tile === 'support' || tile === 'float') return { kind: tile };
  if (tile !== undefined) return { kind: 'ice', number: Number(tile) };
  return { kind: view.bases.includes(hex) ? 'base' : 'water' };
}

/** The hex of an Ice Tile. */
export function hexOf(view: RescueView, number: number): Hex | undefined {
  return Object.keys(view.tiles).find((hex) => view.tiles[hex] === String(number));
}

/** The place in the turn order of the ship on a hex. */
export function shipOn(view: RescueView, hex: Hex): number | undefined {
  const found = Object.entries(view.ships).find(([, ship]) => ship.hex === hex);
  return found && Number(found[0]);
}

export type Kind = 'm' | 'f' | 'c';

/** One bear; it keeps its key while it moves. */
export type Figure = { key: string; kind: Kind; hex: Hex };

/** The bears on the ice. Those of `before` keep their keys, wherever these events took them; others appear. */
export function figures(
  view: RescueView,
  before: readonly Figure[] = [],
  events: readonly RescueEvent[] = [],
): Figure[] {
  const open = events.reduce(moved, [...before]);
  const used = new Set(before.map(({ key }) => key));
  let next = 0;
  return Object.entries(view.bears).flatMap(([hex, letters]) =>
    Array.from(letters as string, (letter): Figure => {
      const kind = letter as Kind;
      const index = open.findIndex((figure) => figure.hex === hex && figure.kind === kind);
      return index < 0 ? { key: freshKey(), kind, hex } : open.splice(index, 1)[0]!;
    }),
  );

  function freshKey(): string {
    while (used.has(`bear${next}`)) next += 1;
    used.add(`bear${next}`);
    return `bear${next}`;
  }
}

/** The bears after an event. Those that were taken away are left to the view, in which they are not any more. */
function moved(all: Figure[], event: RescueEvent): Figure[] {
  const change = (hex: Hex, kind: string, into: Partial<Figure>): Figure[] => {
    const index = all.findIndex((figure) => figure.hex === hex && figure.kind === kind);
    return all.map((figure, at) => (at === index ? { ...figure, ...into } : figure));
  };
  switch (event.event) {
    case 'fled':
      return change(event.from, event.bear, { hex: event.to });
    case 'grew':
      return change(event.hex, 'c', { kind: event.bear as Kind });
    default:
      return all;
  }
}

/** Where each bear stands: its feet. */
export function stand(all: readonly Figure[]): Map<string, Point> {
  const feet = new Map<string, Point>();
  const groups = new Map<Hex, Figure[]>();
  for (const figure of all) groups.set(figure.hex, [...(groups.get(figure.hex) ?? []), figure]);
  for (const [hex, group] of groups) {
    const { x, y } = centre(hex);
    const order = 'mfc';
    group.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind) || one.key.localeCompare(other.key));
    group.forEach((figure, index) => {
      const turn = index - (group.length - 1) / 2;
      feet.set(figure.key, {
        x: x + turn * 13 + (group.length === 3 ? 1 : 0),
        y: y + (group.length === 3 && index === 1 ? 14.5 : 12.5),
      });
    });
  }
  return feet;
}

/** The x of a temperature on the track. */
export function degreeX(degrees: number): number {
  return TRACK.x + 34 + Math.min(degrees, HOTTEST_SHOWN) * ((TRACK.width - 46) / HOTTEST_SHOWN);
}

/** The end of the track. */
export const HOTTEST_SHOWN = 26;
