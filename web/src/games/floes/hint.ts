// Where the steps of a plan are drawn on the floes.

import { spot, way, type Drawn, type Mark } from '../../board/hint';
import { none } from '../none';
import type { FloesAction } from '../../protocol/actions';
import type { FloesView } from '../../protocol/views';
import { area, camp, centre, isShore, middle, type Heading, type Point, type Spot } from './layout';

const AHEAD = { n: [0, 1], s: [0, -1], e: [1, 0], w: [-1, 0] } as const;

/** The marks of a plan, one a step: each is drawn as the ice lies then. */
export function hintMarks(view: FloesView, seat: number, actions: readonly FloesAction[], first = 1): Drawn[] {
  let now = view;
  return actions.map((action, index) => {
    const [mark, then] = played(now, seat, action);
    now = then;
    return { ...mark, number: first + index };
  });
}

/** The mark of a step, and the board after it as far as marks depend on it. */
function played(view: FloesView, seat: number, action: FloesAction): [Mark, FloesView] {
  switch (action.action) {
    case 'roll':
      return [spot(centre(view, 'die 1')), view];
    case 'die':
      return [spot(centre(view, view.spare === action.label ? 'die 2' : 'die 1')), view];
    case 'hop':
      return [way(ends(view, action.from, action.to, seat), 'penguin'), view];
    case 'slide': {
      const [lane, row] = view.floes[action.floe] ?? [0, 1];
      const [east, north] = AHEAD[action.to as Heading] ?? AHEAD.n;
      const to: [number, number] = [lane + east, row + north];
      const mark = way([middle(view, lane, row), middle(view, ...to)], 'floe');
      return [mark, { ...view, floes: { ...view.floes, [action.floe]: to } }];
    }
    case 'bear': {
      const index = action.bear === 'bear2' ? 1 : 0;
      const mark = way(ends(view, view.bears[index] ?? 'north', action.to), 'bear');
      return [mark, { ...view, bears: view.bears.map((at, one) => (one === index ? action.to : at)) }];
    }
    default:
      return [none(action) ?? spot(centre(view, 'start')), view];
  }
}

/** Shores are entered straight ahead, and left from the camp of the seat. */
function ends(view: FloesView, from: Spot, to: Spot, seat?: number): Point[] {
  const beside = (shore: Spot, ground: Spot): Point => {
    const { y, height } = area(view, shore);
    const camped = seat !== undefined && shore === from;
    const { x, width } = camped ? camp(view, shore as 'start' | 'north', seat) : area(view, ground);
    return { x: x + width / 2, y: shore === 'north' ? y + height - 10 : y + 12 };
  };
  return [isShore(from) ? beside(from, to) : centre(view, from), isShore(to) ? beside(to, from) : centre(view, to)];
}
