// Which options are shown as cards, each with a small board that shows what changes.

import type { GameOption } from '../protocol/protocol';

const PICTURED = new Set([
  'polar_bear_alert',
  'homesick_penguins',
  'global_warming',
  'mega_ice_age',
  'pack_ice',
  'deep_freeze',
  'rough_road',
  'rapid_warming',
  'start_temperature',
  'introductory',
  'map',
]);

/** Is this option a variant that people choose by its picture? */
export function isVariant({ name }: GameOption): boolean {
  return PICTURED.has(name);
}
