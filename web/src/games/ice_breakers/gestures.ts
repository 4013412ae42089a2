// What taps and keys mean: they pick among the actions that the table offers. No rule is judged here.

import type { Answer } from '../answer';
import type * as drawing from '../drawing';
import { none } from '../none';
import type { IceBreakersAction } from '../../protocol/actions';
import type { IceBreakersView } from '../../protocol/views';
import { chartOf, distance, isHarbour, isHome, order, pieceAt, shipsAt, wholeWay, type Chart } from './layout';

export type Choice = drawing.Choice<IceBreakersAction>;

/** A choice, read. */
export type Deed = { choice: Choice; seat: number } & (
  | { verb: 'power' | 'add'; card: string }
  | { verb: 'give'; card: string; to: number }
  | { verb: 'clear'; place: string }
  | { verb: 'move'; ship: number; place: string }
  | { verb: 'pass' | 'cash' | 'end' }
);

/** What is picked: a ship that shall move, a place for which a ship is looked for, or a card with several uses. */
export type Selection =
  { kind: 'ship'; ship: number } | { kind: 'place'; place: string } | { kind: 'card'; seat: number; card: string };

const known = new WeakMap<readonly Choice[], Deed[]>();

/** The choices, read one by one; a list is read once. */
export function deeds(choices: readonly Choice[]): Deed[] {
  const before = known.get(choices);
  if (before) return before;
  const all = choices.flatMap((choice) => {
    const deed = read(choice);
    return deed ? [deed] : [];
  });
  known.set(choices, all);
  return all;
}

function read(choice: Choice): Deed | undefined {
  const { action, seat } = choice;
  const by = { choice, seat };
  switch (action.action) {
    case 'power':
    case 'add':
      return { ...by, verb: action.action, card: action.card };
    case 'give':
      return { ...by, verb: 'give', card: action.card, to: action.to };
    case 'clear':
      return { ...by, verb: 'clear', place: action.space };
    case 'move':
      return { ...by, verb: 'move', ship: action.ship, place: action.to };
    case 'pass':
    case 'cash':
    case 'end':
      return { ...by, verb: action.action };
    default:
      return none(action);
  }
}

/** The choice to break the ice here. */
export function breaking(all: readonly Deed[], place: string): Choice | undefined {
  return all.find((deed) => deed.verb === 'clear' && deed.place === place)?.choice;
}

/** The moves of this ship. */
export function movesOf(all: readonly Deed[], ship: number): (Deed & { verb: 'move' })[] {
  return all.filter((deed): deed is Deed & { verb: 'move' } => deed.verb === 'move' && deed.ship === ship);
}

/** The moves to this place. */
export function movesTo(all: readonly Deed[], place: string): (Deed & { verb: 'move' })[] {
  return all.filter((deed): deed is Deed & { verb: 'move' } => deed.verb === 'move' && deed.place === place);
}

/** The ships at this place that can move. */
export function readyAt(view: IceBreakersView, all: readonly Deed[], place: string): number[] {
  return shipsAt(view, place).filter((ship) => movesOf(all, ship).length > 0);
}

/** What can be done with a card of this kind in the hand of this seat. */
export function usesOf(all: readonly Deed[], seat: number, card: string): Deed[] {
  return all.filter((deed) => {
    if (deed.seat !== seat) return false;
    if (deed.verb === 'cash') return card === 'ab2';
    return (deed.verb === 'power' || deed.verb === 'add' || deed.verb === 'give') && deed.card === card;
  });
}

/** The selection, as long as something can be done with it. */
export function alive(all: readonly Deed[], selection: Selection | undefined): Selection | undefined {
  if (!selection) return undefined;
  const open =
    selection.kind === 'ship'
      ? movesOf(all, selection.ship)
      : selection.kind === 'place'
        ? movesTo(all, selection.place)
        : usesOf(all, selection.seat, selection.card);
  return open.length > 0 ? selection : undefined;
}

/** The choices that stand in the tray beside the board: the ships for a place, the uses of a card, the way home. */
export function tray(all: readonly Deed[], selection: Selection | undefined): Choice[] {
  if (!selection) return [];
  if (selection.kind === 'place') return movesTo(all, selection.place).map(({ choice }) => choice);
  if (selection.kind === 'card') return usesOf(all, selection.seat, selection.card).map(({ choice }) => choice);
  return movesOf(all, selection.ship)
    .filter(({ ship, place }) => place === `h${ship}`)
    .map(({ choice }) => choice);
}

/** The places to which the selected ship can move. */
export function targets(all: readonly Deed[], selection: Selection | undefined): string[] {
  return selection?.kind === 'ship' ? movesOf(all, selection.ship).map(({ place }) => place) : [];
}

/** What a tap on a place of the map, or Enter on it, means. */
export function tap(
  view: IceBreakersView,
  choices: readonly Choice[],
  selection: Selection | undefined,
  place: string,
): Answer<Selection, IceBreakersAction> {
  const all = deeds(choices);
  const ready = readyAt(view, all, place);
  if (selection?.kind === 'ship') {
    const move = movesOf(all, selection.ship).find((deed) => deed.place === place);
    if (move) return { selection: undefined, act: move.choice };
    if (view.ships[selection.ship] === place) {
      const next = ready[ready.indexOf(selection.ship) + 1];
      return { selection: next === undefined ? undefined : { kind: 'ship', ship: next } };
    }
  }
  if (selection?.kind === 'place' && selection.place === place) return { selection: undefined };
  // Ice is broken with a ship in hand too, and the ship stays in hand: that is how its way is opened.
  const clear = breaking(all, place);
  if (clear) return { selection: selection?.kind === 'ship' ? selection : undefined, act: clear };
  if (ready[0] !== undefined) return { selection: { kind: 'ship', ship: ready[0] } };
  if (selection?.kind !== 'ship' && movesTo(all, place).length > 0) return { selection: { kind: 'place', place } };
  return explain(view, choices, selection, place);
}

/** What a tap on a card means. A card with one plain use is played at once; gifts and cuts are asked about. */
export function tapCard(
  view: IceBreakersView,
  choices: readonly Choice[],
  selection: Selection | undefined,
  seat: number,
  card: string,
): Answer<Selection, IceBreakersAction> {
  const acting = choices[0]?.seat;
  if (acting !== undefined && !choices.some((choice) => choice.seat === seat)) {
    return { selection, say: 'These are the cards of another seat; choose that seat to play them.' };
  }
  const uses = usesOf(deeds(choices), seat, card);
  const plain = uses.length === 1 && (uses[0]!.verb === 'power' || uses[0]!.verb === 'add');
  if (plain) return { selection: undefined, act: uses[0]!.choice };
  if (uses.length > 0) {
    const open = selection?.kind === 'card' && selection.seat === seat && selection.card === card;
    return { selection: open ? undefined : { kind: 'card', seat, card } };
  }
  return { selection: undefined, why: meantByCard(view, card) };
}

function meantByCard(view: IceBreakersView, card: string): string[] {
  if (card === 'ab2') return ['cash'];
  if (card === 'r3' || card === 'b1') return [`add ${card}`];
  return view.power === undefined ? [`power ${card}`] : [`power ${card}`, `add ${card}`];
}

function explain(
  view: IceBreakersView,
  choices: readonly Choice[],
  selection: Selection | undefined,
  place: string,
): Answer<Selection, IceBreakersAction> {
  const legal = new Set(choices.map(({ words }) => words));
  const why = [...new Set(meant(view, selection, place))].filter((words) => !legal.has(words));
  return { selection: selection?.kind === 'ship' ? selection : undefined, why };
}

/** What somebody who taps here may have wanted, the likeliest first. */
export function meant(view: IceBreakersView, selection: Selection | undefined, place: string): string[] {
  const wishes: string[] = [];
  if (selection?.kind === 'ship' && view.ships[selection.ship] !== place)
    wishes.push(`move ${selection.ship} ${place}`);
  const beside = chartOf(view).beside.get(place) ?? [];
  // A ship's own way is the likeliest one that it was meant to go.
  for (const ship of shipsAt(view, place)) {
    if (pieceAt(view, place)?.ice) break;
    wishes.push(...nextOf(view, ship).map((next) => `move ${ship} ${next}`));
  }
  if (isHarbour(place)) {
    const own = Number(place.slice(1));
    if (isHome(view, own)) wishes.push(...beside.slice(0, 1).map((next) => `move ${own} ${next}`));
    else if (view.ships[own] !== undefined) wishes.push(`move ${own} ${place}`);
  }
  wishes.push(`clear ${place}`);
  return wishes;
}

function nextOf(view: IceBreakersView, ship: number): string[] {
  const way = wholeWay(chartOf(view), view.ways[ship]?.via ?? []);
  return way.slice(1, 2);
}

/**
 * The places that N and P visit: what the selected ship can reach, or else ships that can move and ice that can be
 * broken.
 */
export function stops(view: IceBreakersView, choices: readonly Choice[], selection: Selection | undefined): string[] {
  const all = deeds(choices);
  const places = order(chartOf(view));
  if (selection?.kind === 'ship') {
    const reach = new Set(targets(all, selection));
    // The way home comes first.
    const home = `h${selection.ship}`;
    return [...(reach.has(home) ? [home] : []), ...places.filter((place) => reach.has(place) && place !== home)];
  }
  const ships = places.filter((place) => readyAt(view, all, place).length > 0);
  const ice = places.filter((place) => breaking(all, place) && !ships.includes(place));
  return [...ships, ...ice];
}

const HEADINGS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The place to which an arrow key leads: along a channel if one goes that way, else the nearest place over there. */
export function neighbour(chart: Chart, place: string, key: string): string | undefined {
  const heading = HEADINGS[key];
  const here = chart.spots.get(place);
  if (!heading || !here) return undefined;
  /** The cosine between the heading and the way to a place. */
  const ahead = (other: string): number => {
    const spot = chart.spots.get(other)!;
    return ((spot.x - here.x) * heading[0] + (spot.y - here.y) * heading[1]) / distance(spot, here);
  };
  const beside = (chart.beside.get(place) ?? []).filter((other) => ahead(other) > 0.6);
  if (beside.length > 0) return beside.sort((one, other) => ahead(other) - ahead(one))[0];
  let best: { place: string; far: number } | undefined;
  for (const spot of chart.spots.values()) {
    if (spot.place === place || ahead(spot.place) < 0.5) continue;
    const far = distance(spot, here) / ahead(spot.place);
    if (!best || far < best.far) best = { place: spot.place, far };
  }
  return best?.place;
}

/** A way home that can be cleared and sailed in one go. */
export type Route = { clears: Choice[]; cost: number; sail: string };

/** The cheapest way of a ship, if all its ice can be broken with the points that are left. */
export function routeOf(view: IceBreakersView, all: readonly Deed[], ship: number): Route | undefined {
  const way = view.ways[ship];
  const places = wholeWay(chartOf(view), way?.via ?? []);
  const ice = places.filter((place) => pieceAt(view, place)?.ice);
  const clears = ice.flatMap((place) => breaking(all, place) ?? []);
  const affordable = way !== undefined && way.cost <= (view.points ?? 0);
  if (!affordable || clears.length === 0 || clears.length < ice.length) return undefined;
  return { clears, cost: way.cost, sail: `move ${ship} h${ship}` };
}

/** One ship in the list of ways: what lies before it and what can be done for it. */
export type WayRow = {
  ship: number;
  at: string;
  cost: number;
  /** The ice on its cheapest way, with the choice to break it where there is one. */
  ice: { place: string; number: number; choice: Choice | undefined }[];
  /** The move into its own harbour. */
  home: Choice | undefined;
  /** The whole way, if it can be cleared now. */
  route: Route | undefined;
  /** All other moves. */
  moves: (Deed & { verb: 'move' })[];
};

/**
 * The list of ways: one row for each ship that is not home, the cheapest way first, and the ice that is on none of
 * them.
 */
export function wayRows(view: IceBreakersView, choices: readonly Choice[]): { rows: WayRow[]; rest: Deed[] } {
  const all = deeds(choices);
  const chart = chartOf(view);
  const rows = Object.entries(view.ways).map(([number, { cost, via }]): WayRow => {
    const ship = Number(number);
    const moves = movesOf(all, ship);
    const ice = wholeWay(chart, via).flatMap((place) => {
      const piece = pieceAt(view, place);
      return piece?.ice ? [{ place, number: piece.number, choice: breaking(all, place) }] : [];
    });
    return {
      ship,
      at: via[0] ?? '',
      cost,
      ice,
      home: moves.find(({ place }) => place === `h${ship}`)?.choice,
      route: routeOf(view, all, ship),
      moves: moves.filter(({ place }) => place !== `h${ship}`),
    };
  });
  rows.sort((one, other) => one.cost - other.cost || one.ship - other.ship);
  const onWays = new Set(rows.flatMap(({ ice }) => ice.map(({ place }) => place)));
  const rest = all.filter((deed) => deed.verb === 'clear' && !onWays.has(deed.place));
  return { rows, rest };
}
