// What lies at a place, the most striking first, by the words under which the engine tells of it.

import type { RescueView } from '../../protocol/views';
import { ground, hexOf, shipOn } from './layout';

export function thingsAt(view: RescueView, hex: string): string[] {
  const alarmed = view.alert !== undefined && hexOf(view, view.alert) === hex;
  return [
    ...(shipOn(view, hex) === undefined ? [] : ['ship']),
    ...(view.data.includes(hex) ? ['data'] : []),
    ...(alarmed ? ['alert'] : []),
    ground(view, hex).kind,
    ...(hex === view.flag ? ['flag'] : []),
    ...new Set(view.bears[hex] ?? ''),
  ];
}
