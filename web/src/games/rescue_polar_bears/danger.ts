// The danger of this turn in sentences, as the engine foresees it.

import type { RescueView } from '../../protocol/views';
import { hexOf } from './layout';
import { bearNames, plural } from './names';

/** What the rest of the turn can bring, all in one. */
export function forecast(view: RescueView): string {
  if (view.ask === 'over') return 'The match is over.';
  if (!view.danger) return 'Nothing can be foreseen before something is decided.';
  const births = drownings(view);
  const cubs = births.length > 0 ? `Newborn cubs find no ice: ${births.join('; ')}.` : '';
  return [melting(view), sinking(view), losing(view), cubs].filter(Boolean).join(' ');
}

/** Whether the ice under alert melts. */
export function melting(view: RescueView): string {
  const { danger, alert, bears } = view;
  if (!danger) return '';
  if (alert === undefined) return 'No ice is under alert, so none melts in this turn.';
  const hex = hexOf(view, alert);
  const chance =
    danger.melts === danger.falls
      ? 'melts'
      : danger.melts === 0
        ? 'cannot melt in this turn'
        : `melts: ${percent(danger.melts, danger.falls)}`;
  return `Ice ${alert} on ${hex} (${bearNames(bears[hex ?? ''] ?? '')}) ${chance}.`;
}

/** How many bears may sink. */
export function sinking({ danger, helicopters }: RescueView): string {
  if (!danger) return '';
  const [least, most] = danger.sinks;
  if (most === 0) return 'No bear can sink in this turn.';
  const bears = least === most ? `${plural(most, 'bear')} will sink` : `${least} to ${plural(most, 'bear')} can sink`;
  return `${bears}; ${plural(helicopters, 'helicopter')} left.`;
}

/** How likely the match is lost; nothing if it cannot be. */
export function losing({ danger }: RescueView): string {
  if (!danger || danger.lost[1] === 0) return '';
  const [certain, perhaps] = danger.lost;
  const more = perhaps > certain ? `, with bad choices ${percent(perhaps, danger.falls)}` : '';
  return `Lost in this turn: ${percent(certain, danger.falls)}${more}.`;
}

/** Births without room, by how many cubs sink: `1 sinks with blue 6 13`. */
export function drownings({ danger }: RescueView): string[] {
  const found = new Map<string, string[]>();
  for (const [number, cubs] of Object.entries(danger?.births ?? {})) {
    if (cubs) found.set(span(cubs), [...(found.get(span(cubs)) ?? []), number]);
  }
  return [...found].map(([cubs, numbers]) => `${cubs} sink${cubs === '1' ? 's' : ''} with blue ${numbers.join(' ')}`);
}

/** A part of a whole; what is possible is never rounded away. */
export function percent(part: number, whole: number): string {
  if (part === 0) return '0 %';
  if (part === whole) return '100 %';
  return `${Math.min(99, Math.max(1, Math.round((100 * part) / whole)))} %`;
}

/** The fewest and the most: `2`, `0–3`. */
export function span([least, most]: [number, number]): string {
  return least === most ? `${least}` : `${least}–${most}`;
}
