// What lies at a place, the most striking first, by the words under which the engine tells of it.

import type { PolarRollerView } from '../../protocol/views';
import { chartOf } from './layout';

export function thingsAt(view: PolarRollerView, place: string, seat: number | undefined): string[] {
  const spot = chartOf(view).spotOf(place);
  const drawn = view.sheets[seat ?? 1]?.on[place];
  if (!spot) return ['sheet'];
  if (drawn === 'melted') return ['melted'];
  const fishing = spot.fishing ? ['fishing'] : [];
  return [...(drawn ? [drawn] : []), ...fishing, spot.kind];
}
