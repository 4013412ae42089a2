// The last steps as marks on the board: where pieces went and where ice came from.

import type { FloesView } from '../../protocol/views';
import { area, centre, isShore, middle, type Point } from './layout';

/** One mark: an arrow of a step, or the wake of a slide. `age` is 0 for the newest. */
export type Mark = { kind: 'hop' | 'bear' | 'slide'; seat: number; from?: Point; to: Point; age: number };

const BACK = { n: [0, -1], s: [0, 1], e: [-1, 0], w: [1, 0] } as const;
const MOST = 16;

/** The marks of these steps, `WHO WORDS` each. It walks backwards: the view shows where the ice lies after them. */
export function marks(view: FloesView, trail: readonly string[]): Mark[] {
  const ice = new Map(Object.entries(view.floes));
  const steps = trail.map((step) => step.split(' ')).filter(([who]) => who !== '*');
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
  for (let index = steps.length - 1; index >= 0 && found.length < MOST; index -= 1) {
    const [who, verb = '', first = '', second = ''] = steps[index]!;
    const seat = Number(who);
    const age = found.length;
    if (verb === 'hop') {
      found.push({ kind: 'hop', seat, ...ends(first, second), age });
    } else if (verb.startsWith('bear')) {
      const before = steps.slice(0, index).findLast(([, other]) => other === verb)?.[2];
      const from = before !== undefined && !isShore(before) ? at(before) : undefined;
      found.push({ kind: 'bear', seat, ...(from ? { from } : {}), to: at(first), age });
    } else if (verb === 'slide' && second in BACK) {
      const cell = ice.get(first);
      if (!cell) continue;
      const [east, north] = BACK[second as keyof typeof BACK];
      const earlier: [number, number] = [cell[0] + east, cell[1] + north];
      found.push({ kind: 'slide', seat, from: middle(view, ...earlier), to: middle(view, ...cell), age });
      ice.set(first, earlier);
    }
  }
  return found.reverse();
}
