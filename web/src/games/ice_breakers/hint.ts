// Where the steps of a plan are drawn: on the map, or beside it for cards.

import { aside, spot, way, type Drawn, type Mark, type Point } from '../../board/hint';
import { none } from '../none';
import type { IceBreakersAction } from '../../protocol/actions';
import type { IceBreakersView } from '../../protocol/views';
import { chartOf, pieceAt, type Chart } from './layout';
import { cardMark } from './names';

/** The marks of a plan, one a step: each is drawn as water and ships lie then. */
export function hintMarks(view: IceBreakersView, actions: readonly IceBreakersAction[], first = 1): Drawn[] {
  const chart = chartOf(view);
  const broken = new Set<string>();
  const ships: Record<number, string | undefined> = { ...view.ships };
  const closed = (place: string): boolean => !broken.has(place) && (pieceAt(view, place)?.ice ?? false);
  const at = (place: string): Point => chart.spots.get(place) ?? { x: 0, y: 0 };
  const markOf = (action: IceBreakersAction): Mark => {
    switch (action.action) {
      case 'power':
      case 'add':
        return aside(cardMark(action.card));
      case 'cash':
        return aside(cardMark('ab2'));
      case 'give':
        return aside(`${cardMark(action.card)} →`);
      case 'clear':
        broken.add(action.space);
        return spot(at(action.space));
      case 'move': {
        const from = ships[action.ship] ?? action.to;
        ships[action.ship] = action.to;
        const places = course(chart, from, action.to, closed);
        return places.length > 1 ? way(places.map(at), String(action.ship)) : spot(at(action.to));
      }
      case 'pass':
        return aside('Pass');
      case 'end':
        return aside('End');
      default:
        return none(action) ?? aside('?');
    }
  };
  return actions.map((action, index) => ({ ...markOf(action), number: first + index }));
}

/** A way over open places from one to another: the shortest there is, or straight there. */
export function course(chart: Chart, from: string, to: string, closed: (place: string) => boolean): string[] {
  const before = new Map<string, string>([[from, from]]);
  const open = [from];
  for (let here = open.shift(); here !== undefined && !before.has(to); here = open.shift()) {
    for (const next of chart.beside.get(here) ?? []) {
      if (before.has(next) || closed(next)) continue;
      before.set(next, here);
      open.push(next);
    }
  }
  if (!before.has(to)) return [from, to];
  const places = [to];
  while (places[0] !== from) places.unshift(before.get(places[0]!)!);
  return places;
}

/** The numbers of a plan's steps with cards, by the seat that acts and the card. */
export function hintedCards(
  seat: number,
  actions: readonly IceBreakersAction[],
  first = 1,
): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  actions.forEach((action, index) => {
    const card = 'card' in action ? action.card : action.action === 'cash' ? 'ab2' : undefined;
    if (card !== undefined && !numbers.has(`${seat} ${card}`)) numbers.set(`${seat} ${card}`, first + index);
  });
  return numbers;
}
