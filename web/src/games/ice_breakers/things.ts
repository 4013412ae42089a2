// What lies at a place, the most striking first, by the words under which the engine tells of it.

import type { IceBreakersView } from '../../protocol/views';
import { isHarbour, pieceAt, shipsAt } from './layout';

export function thingsAt(view: IceBreakersView, place: string): string[] {
  const ground = isHarbour(place) ? 'harbour' : pieceAt(view, place)?.ice ? 'ice' : 'water';
  return [...(shipsAt(view, place).length > 0 ? ['ship'] : []), ground];
}
