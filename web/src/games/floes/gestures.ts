// What taps and keys mean: they pick among the actions that the table offers. No rule is judged here.

import type { Answer } from '../answer';
import type * as drawing from '../drawing';
import { none } from '../none';
import type { FloesAction } from '../../protocol/actions';
import type { FloesView } from '../../protocol/views';
import {
  beyond,
  cellOf,
  headingTo,
  isBearRoll,
  isDie,
  isShore,
  isWater,
  LANES,
  rows,
  type Heading,
  type Spot,
} from './layout';

export type Choice = drawing.Choice<FloesAction>;

/** What moves: an outbound or a homebound penguin, a bear, the floe itself, or a die. */
export type Mover = 'outbound' | 'homebound' | 'bear1' | 'bear2' | 'floe' | 'die';

/** A choice as a way over the board. */
export type Way = { choice: Choice; mover: Mover; from: Spot; to: Spot };

/** What is picked up. */
export type Selection = { at: Spot; mover: Mover };

const known = new WeakMap<readonly Choice[], { view: FloesView; all: Way[] }>();

/** The choices as ways over the board of this view; a list is read once. */
export function ways(view: FloesView, choices: readonly Choice[]): Way[] {
  const before = known.get(choices);
  if (before?.view === view) return before.all;
  const all = choices.flatMap((choice) => {
    const way = wayOf(view, choice.action);
    return way ? [{ choice, ...way }] : [];
  });
  known.set(choices, { view, all });
  return all;
}

function wayOf(view: FloesView, action: FloesAction): Omit<Way, 'choice'> | undefined {
  switch (action.action) {
    case 'roll':
      return { mover: 'die', from: 'die 1', to: 'die 1' };
    case 'die': {
      // The view's spare die is the second one; where it shows nothing else, the other label is the first.
      const spot = view.spare === action.label ? 'die 2' : 'die 1';
      return { mover: 'die', from: spot, to: spot };
    }
    case 'hop':
      return { mover: action.home ? 'homebound' : 'outbound', from: action.from, to: action.to };
    case 'slide': {
      const to = beyond(view, action.floe, action.to as Heading);
      return to === undefined ? undefined : { mover: 'floe', from: action.floe, to };
    }
    case 'bear': {
      const second = action.bear === 'bear2';
      return { mover: second ? 'bear2' : 'bear1', from: view.bears[second ? 1 : 0] ?? 'north', to: action.to };
    }
    default:
      return none(action);
  }
}

/** The ways that are open to what is selected. */
export function targets(all: readonly Way[], selection: Selection | undefined): Way[] {
  if (!selection) return [];
  return all.filter(({ from, mover }) => from === selection.at && (mover === 'floe' || mover === selection.mover));
}

/** What can be picked up here besides the floe. */
export function moversAt(all: readonly Way[], spot: Spot): Mover[] {
  const here = all.filter(({ from, mover }) => from === spot && mover !== 'floe').map(({ mover }) => mover);
  return [...new Set(here)];
}

/** What a tap, or Enter on the cell under the cursor, means. */
export function tap(
  view: FloesView,
  choices: readonly Choice[],
  selection: Selection | undefined,
  spot: Spot,
): Answer<Selection, FloesAction> {
  const all = ways(view, choices);
  const nothing: Answer<Selection, FloesAction> = { selection: undefined };
  const own = all.filter(({ from }) => from === spot);
  const movers = moversAt(all, spot);

  if (isDie(spot))
    return own[0] ? { selection: undefined, act: own[0].choice } : explain(view, choices, selection, spot);

  if (selection) {
    const way = targets(all, selection).find(({ to }) => to === spot);
    // What costs a penguin is asked about by the table: what is picked up stays in hand.
    if (way) return { selection: way.choice.warning?.slip ? selection : undefined, act: way.choice };
    if (spot === selection.at) {
      const next = movers[movers.indexOf(selection.mover) + 1];
      return next ? { selection: { at: spot, mover: next } } : nothing;
    }
  }

  if (movers[0]) return { selection: { at: spot, mover: movers[0] } };

  // A tap on ice that the selected piece cannot reach is a step that failed, not a wish to slide that ice.
  const stepping = selection !== undefined && isStepper(selection.mover);
  if (own[0] && !(stepping && !holdsMover(view, spot))) {
    const slides = own.length === 1 && !holdsMover(view, spot);
    return slides ? { selection: undefined, act: own[0].choice } : { selection: { at: spot, mover: 'floe' } };
  }
  if (!stepping) {
    const into = all.filter(({ to }) => to === spot);
    const sources = new Set(into.map(({ from, mover }) => `${from} ${mover}`));
    if (into[0] && sources.size === 1) {
      if (isWater(spot)) return { selection: undefined, act: into[0].choice };
      return { selection: { at: into[0].from, mover: into[0].mover }, say: 'Once more to go there.' };
    }
    if (into[0]) return { ...nothing, say: 'More than one can go there: choose which.' };
  }
  return explain(view, choices, selection, spot);
}

/** Does something stand here that this roll may move? Then the ice under it is not pushed by a single tap. */
function holdsMover(view: FloesView, spot: Spot): boolean {
  if (isBearRoll(view.die)) return view.bears.includes(spot);
  return mine(view).some((place) => place.replace('~', '') === spot);
}

/** Is it a bear? */
export function isBear(mover: Mover): boolean {
  return mover === 'bear1' || mover === 'bear2';
}

/** Does it step from place to place, as penguins and bears do? */
function isStepper(mover: Mover): boolean {
  return mover !== 'floe' && mover !== 'die';
}

function mine(view: FloesView): string[] {
  return view.penguins[view.seat] ?? [];
}

function explain(
  view: FloesView,
  choices: readonly Choice[],
  selection: Selection | undefined,
  spot: Spot,
): Answer<Selection, FloesAction> {
  const legal = new Set(choices.map(({ words }) => words));
  const why = [...new Set(meant(view, selection, spot))].filter((words) => !legal.has(words));
  return { selection: undefined, why };
}

/** What somebody who taps here may have wanted, the likeliest first. */
export function meant(view: FloesView, selection: Selection | undefined, spot: Spot): string[] {
  if (isDie(spot)) return ['roll'];
  const wishes: string[] = [];
  const cell = cellOf(view, spot);
  if (selection && !isDie(selection.at)) {
    const from = cellOf(view, selection.at);
    if (isWater(spot) || selection.mover === 'floe') {
      if (from && cell) wishes.push(`slide ${selection.at} ${headingTo(from, cell)}`);
    } else if (spot !== selection.at) {
      wishes.push(step(view, selection.mover, selection.at, spot));
    }
  }
  if (isWater(spot) && cell) {
    const slides = slidesInto(view, spot, cell);
    if (selection && isStepper(selection.mover)) return [...wishes, ...stepsAcross(view, selection, cell), ...slides];
    // Where ice drifts, some water is too far from all of it; then it was a step that came to mind.
    return [...wishes, ...slides, ...stepsAcross(view, stepper(view), cell)];
  }

  const here = mine(view).filter((place) => place.replace('~', '') === spot);
  const bear = view.bears.indexOf(spot);
  for (const place of here) wishes.push(...stepsFrom(view, place.endsWith('~') ? 'homebound' : 'outbound', spot));
  // Whoever taps a bear with nothing in hand means the bear, whatever the roll.
  if (bear >= 0 && (!isShore(spot) || isBearRoll(view.die) || !selection))
    wishes.push(...stepsFrom(view, bear === 0 ? 'bear1' : 'bear2', spot));
  if (isShore(spot)) {
    wishes.push(...nearest(view, spot).flatMap((place) => stepsTo(place, spot)));
    wishes.push(`slide ${spot} ${spot === 'north' ? 's' : 'n'}`);
  } else if (cell) {
    wishes.push(...slidesFrom(view, spot));
  }
  return wishes;
}

function step(view: FloesView, mover: Mover, from: Spot, to: Spot): string {
  if (mover === 'bear1') return `${view.bears.length > 1 ? 'bear1' : 'bear'} ${to}`;
  if (mover === 'bear2') return `bear2 ${to}`;
  return `hop ${from} ${to}${mover === 'homebound' ? ' home' : ''}`;
}

/** The steps to the places around, ahead first. */
function stepsFrom(view: FloesView, mover: Mover, from: Spot): string[] {
  const around = isShore(from)
    ? nearestFloes(view, from)
    : (['n', 'e', 'w', 's'] as const).map((heading) => beyond(view, from, heading));
  const near = around.filter((spot): spot is Spot => spot !== undefined && !isWater(spot));
  // Ice that touches nothing: the step that would come to mind is the one to the next floe of its lane.
  if (near.length === 0) near.push(...aheadOf(view, from));
  return near.map((to) => step(view, mover, from, to));
}

/** A piece of this roll that somebody may have had in mind. */
function stepper(view: FloesView): Selection {
  if (isBearRoll(view.die)) return { at: view.bears[0] ?? 'north', mover: 'bear1' };
  const place = mine(view).find((place) => place !== 'home' && place !== 'north') ?? 'start';
  return { at: place.replace('~', ''), mover: place.endsWith('~') ? 'homebound' : 'outbound' };
}

/** The step over this water to the nearest ice that does not touch the place where it begins. */
function stepsAcross(view: FloesView, { at, mover }: Selection, water: [number, number]): string[] {
  const nearest = Object.keys(view.floes)
    .filter((floe) => floe !== at && !(['n', 'e', 'w', 's'] as const).some((side) => beyond(view, floe, side) === at))
    .sort((one, other) => distance(view.floes[one]!, water) - distance(view.floes[other]!, water))[0];
  return nearest === undefined ? [] : [step(view, mover, at, nearest)];
}

function aheadOf(view: FloesView, from: Spot): Spot[] {
  const cell = cellOf(view, from);
  if (!cell) return [];
  const inLane = Object.entries(view.floes).filter(([, [lane, row]]) => lane === cell[0] && row > cell[1]);
  inLane.sort(([, one], [, other]) => one[1] - other[1]);
  return [inLane[0]?.[0] ?? 'north'];
}

/** The own penguins, those nearest to a shore first. */
function nearest(view: FloesView, shore: Spot): string[] {
  const row = (place: string): number =>
    cellOf(view, place.replace('~', ''))?.[1] ?? (place === 'start' ? 0 : view.height);
  return [...mine(view)].sort((one, other) => (shore === 'north' ? row(other) - row(one) : row(one) - row(other)));
}

function stepsTo(place: string, to: Spot): string[] {
  const homebound = place.endsWith('~');
  const from = place.replace('~', '');
  if (from === 'home' || from === to) return [];
  return [`hop ${from} ${to}${homebound ? ' home' : ''}`];
}

function nearestFloes(view: FloesView, shore: Spot): Spot[] {
  const distance = ([, [, row]]: [string, [number, number]]): number => (shore === 'north' ? view.height - row : row);
  return Object.entries(view.floes)
    .sort((one, other) => distance(one) - distance(other) || one[1][0] - other[1][0])
    .slice(0, 4)
    .map(([name]) => name);
}

/** The slides of a floe, those into open water first. */
function slidesFrom(view: FloesView, floe: Spot): string[] {
  const free = (heading: Heading): boolean => isWater(beyond(view, floe, heading) ?? '');
  const ahead: Heading[] = ['n', 's'];
  return [...ahead.filter(free), ...ahead.filter((heading) => !free(heading))].map((to) => `slide ${floe} ${to}`);
}

/** The slides that would end in this water: of the floes around it, else of the nearest one. */
function slidesInto(view: FloesView, water: Spot, cell: [number, number]): string[] {
  const back = { s: 'n', n: 's', w: 'e', e: 'w' } as const;
  const around = (['s', 'n', 'w', 'e'] as const).flatMap((side) => {
    const floe = beyond(view, water, side);
    return floe !== undefined && view.floes[floe] ? [`slide ${floe} ${back[side]}`] : [];
  });
  if (around.length > 0) return around;
  const nearest = Object.entries(view.floes).sort(
    ([, one], [, other]) => distance(one, cell) - distance(other, cell),
  )[0];
  return nearest ? [`slide ${nearest[0]} ${headingTo(nearest[1], cell)}`] : [];
}

/** How far two cells are from each other; cells are twice as wide as high. */
function distance([lane, row]: [number, number], [toLane, toRow]: [number, number]): number {
  return Math.abs(lane - toLane) * 2 + Math.abs(row - toRow);
}

/** The cells that N and P visit: what the selection can reach, or else what can be picked up, pieces before ice. */
export function stops(view: FloesView, choices: readonly Choice[], selection: Selection | undefined): Spot[] {
  const all = ways(view, choices);
  const order = rows(view).flat();
  const sorted = (spots: Spot[]): Spot[] => order.filter((spot) => spots.includes(spot));
  if (selection) return sorted(targets(all, selection).map(({ to }) => to));
  const movers = sorted(all.filter(({ mover }) => mover !== 'floe').map(({ from }) => from));
  const ice = sorted(all.filter(({ mover }) => mover === 'floe').map(({ from }) => from));
  return [...movers, ...ice.filter((spot) => !movers.includes(spot))];
}

/** The cell to which an arrow key leads. */
export function neighbour(view: FloesView, spot: Spot, key: string, lane: number): Spot | undefined {
  const grid = rows(view);
  const row = grid.findIndex((cells) => cells.includes(spot));
  const cells = grid[row];
  if (!cells) return undefined;
  const column = cells.indexOf(spot);
  // A shore spans all lanes: the cursor comes back to the lane that it left.
  const below = isShore(spot) ? lane : isDie(spot) ? LANES - 1 : column;
  switch (key) {
    case 'ArrowLeft':
      return cells[column - 1];
    case 'ArrowRight':
      return cells[column + 1];
    case 'ArrowUp':
      return at(grid[row - 1], below);
    case 'ArrowDown':
      return at(grid[row + 1], row + 1 === grid.length - 1 ? 0 : below);
    default:
      return undefined;
  }
}

function at(cells: Spot[] | undefined, column: number): Spot | undefined {
  return cells?.[Math.min(column, cells.length - 1)];
}
