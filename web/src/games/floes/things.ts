// What lies at a place, the most striking first, by the words under which the engine tells of it.

import type { FloesView } from '../../protocol/views';
import { isDie, isShore, isWater } from './layout';

export function thingsAt(view: FloesView, place: string): string[] {
  if (isDie(place)) return ['die'];
  if (isWater(place)) return ['water'];
  const here = Object.values(view.penguins).flatMap((places) => places ?? []);
  return [
    ...(view.bears.includes(place) ? ['bear'] : []),
    ...(isShore(place) ? [place] : []),
    ...(here.includes(place) ? ['penguin'] : []),
    ...(here.includes(`${place}~`) ? ['homebound'] : []),
    ...(isShore(place) ? [] : [view.fixed?.includes(place) ? 'fixed' : 'floe']),
    ...(view.held?.includes(place) ? ['lock'] : []),
  ];
}
