// What cells, dice and seats are called, on screen and read aloud.

import type { FloesView } from '../../protocol/views';
import { isBear, moversAt, targets, type Selection, type Way } from './gestures';
import { cellOf, isBearRoll, isDie, isWater, laneName, type Spot } from './layout';

const HEADINGS: Readonly<Record<string, string>> = { n: 'north', s: 'south', e: 'east', w: 'west' };

/** What the game calls a seat: Red, Suns. */
export function seatName(view: FloesView, seat: number): string {
  return view.names[seat - 1] ?? `Seat ${seat}`;
}

/** The letter of a seat. */
export function letterOf(view: FloesView, seat: number): string {
  return seatName(view, seat).slice(0, 1);
}

/** A die's label as a person says it: `Penguin 3`. */
export function labelName(label: string): string {
  return `${isBearRoll(label) ? 'Bear' : 'Penguin'} ${label.slice(1)}`;
}

/** The labels of the two dice as far as they are known; while one is chosen the first stands only in the choices. */
export function labels(view: FloesView, all: readonly Way[]): [string | undefined, string | undefined] {
  const offered = all
    .filter(({ from }) => from === 'die 1')
    .flatMap(({ choice: { action } }) => (action.action === 'die' ? [action.label] : []));
  return [view.die ?? offered[0], view.spare];
}

/** A cell as it is read aloud: what it is, who is there, and what can be done. */
export function spotName(view: FloesView, all: readonly Way[], selection: Selection | undefined, spot: Spot): string {
  if (isDie(spot)) return dieName(view, all, spot);
  const facts = [...place(view, spot), ...standing(view, spot)];
  const offers = offersOf(all, selection, spot);
  return facts.join(', ') + (offers.length > 0 ? `; ${offers.join(', ')}` : '');
}

/** A place within a sentence that begins with it. */
export function placeName(view: FloesView, spot: Spot): string {
  if (spot === 'north') return 'The North Pole';
  return spot === 'start' ? capital(view.start) : spot;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function dieName(view: FloesView, all: readonly Way[], spot: Spot): string {
  const way = all.find(({ from }) => from === spot);
  const label = labels(view, all)[spot === 'die 2' ? 1 : 0];
  if (way) return way.choice.label;
  if (!label) return 'Die, not rolled';
  if (spot === 'die 2') return `Second die, ${labelName(label)}`;
  const left = view.left === undefined ? '' : `, ${plural(view.left, 'move')} left`;
  return `Die, ${labelName(label)}${left}`;
}

function place(view: FloesView, spot: Spot): string[] {
  if (spot === 'north') return ['North Pole'];
  if (spot === 'start') return [view.start.replace('the ', '')];
  const [lane, row] = cellOf(view, spot) ?? [0, 0];
  if (isWater(spot)) return [`lane ${laneName(lane)}`, `row ${row}`, 'open water'];
  const drifted = spot.startsWith(laneName(lane)) ? [] : [`lane ${laneName(lane)}`];
  const kind = view.fixed?.includes(spot) ? 'Equator, fixed ice' : 'ice floe';
  return [spot, ...drifted, `row ${row}`, kind];
}

/** Who stands there: `Red penguin`, `2 homebound Blue penguins`, `polar bear`. */
function standing(view: FloesView, spot: Spot): string[] {
  const facts: string[] = [];
  for (const [number, places] of Object.entries(view.penguins)) {
    const name = seatName(view, Number(number));
    const count = (written: string): number => places.filter((place) => place === written).length;
    const arrived = spot === 'north' && !view.homesick ? ' home' : '';
    facts.push(...counted(count(spot), `${name} penguin`, arrived));
    facts.push(...counted(count(`${spot}~`), `homebound ${name} penguin`));
    if (spot === 'start') facts.push(...counted(count('home'), `${name} penguin`, ' home'));
  }
  view.bears.forEach((place, index) => {
    if (place === spot) facts.push(view.bears.length > 1 ? `polar bear ${index + 1}` : 'polar bear');
  });
  return facts;
}

function counted(count: number, noun: string, behind = ''): string[] {
  if (count === 0) return [];
  return [(count === 1 ? noun : `${count} ${noun}s`) + behind];
}

function offersOf(all: readonly Way[], selection: Selection | undefined, spot: Spot): string[] {
  if (selection?.at === spot) return ['selected'];
  const way = targets(all, selection).find(({ to }) => to === spot);
  if (way && isWater(spot)) return [`${way.from} can slide here`];
  if (way) return ['can be reached', ...(way.choice.warning ? [way.choice.warning.text] : [])];
  if (selection) return [];
  const offers: string[] = [];
  const movers = moversAt(all, spot);
  if (movers.some(isBear)) offers.push('the bear can step');
  else if (movers.length > 0) offers.push('your penguin can step');
  const slides = all.flatMap(({ choice: { action } }) =>
    action.action === 'slide' && action.floe === spot ? [HEADINGS[action.to] ?? ''] : [],
  );
  if (slides.length > 0) offers.push(`can slide ${slides.join(' or ')}`);
  if (isWater(spot)) {
    const into = all.filter(({ to }) => to === spot).map(({ from }) => from);
    if (into.length > 0) offers.push(`${into.join(' or ')} can slide here`);
  }
  return offers;
}

/** A number with its noun: `1 move`, `3 moves`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
