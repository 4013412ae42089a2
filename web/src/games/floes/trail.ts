// The last steps as marks on the board: where pieces went and where ice came from.

import type { FloesEvent } from '../../protocol/events';
import type { FloesView } from '../../protocol/views';
import type { Entry } from '../drawing';
import { area, centre, isShore, middle, type Point } from './layout';

/** One mark: an arrow of a step, or the wake of a slide. `age` is 0 for the newest. */
export type Mark = { kind: 'hop' | 'bear' | 'slide'; seat: number; from?: Point; to: Point; age: number };

const BACK = { n: [0, -1], s: [0, 1], e: [-1, 0], w: [1, 0] } as const;
const MOST = 16;

/** The marks of these steps. It walks backwards: the view shows where the ice lies after them. */
export function marks(view: FloesView, trail: readonly Pick<Entry<FloesEvent>, 'events'>[]): Mark[] {
  const ice = new Map(Object.entries(view.floes));
  const found: Mark[] = [];
  const at = (place: string): Point => {
    const cell = ice.get(place);
    return cell ? middle(view, ...cell) : centre(view, place);
  };
  /** Shores are left and entered straight ahead. */
  const ends = (from: string, to: string): { from: Point; to: Point } => {
    const beside = (shore: string, ground: string): Point => {
      const { y, height } = area(view, shore);
      return { x: at(ground).x, y: shore === 'north' ? y + height - 8 : y + 8 };
    };
    return { from: isShore(from) ? beside(from, to) : at(from), to: isShore(to) ? beside(to, from) : at(to) };
  };
  for (const event of trail.flatMap(({ events }) => events).reverse()) {
    const age = found.length;
    if (age >= MOST) break;
    switch (event.event) {
      case 'hopped':
        found.push({ kind: 'hop', seat: event.seat, ...ends(event.from, event.to), age });
        break;
      case 'bear_stepped': {
        const from = isShore(event.from) ? {} : { from: at(event.from) };
        found.push({ kind: 'bear', seat: event.seat, ...from, to: at(event.to), age });
        break;
      }
      case 'slid': {
        const cell = ice.get(event.floe);
        if (!cell) break;
        const [east, north] = BACK[event.to as keyof typeof BACK];
        const earlier: [number, number] = [cell[0] + east, cell[1] + north];
        found.push({ kind: 'slide', seat: event.seat, from: middle(view, ...earlier), to: middle(view, ...cell), age });
        ice.set(event.floe, earlier);
        break;
      }
      default:
        break;
    }
  }
  return found.reverse();
}
