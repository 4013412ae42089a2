// Keys that go through a replay.

import { person } from '../person.svelte';
import { commandOf, takesText } from '../table/keys';
import type { Playback } from './playback.svelte';

/** The step to which a key leads, which is used up then; undefined for other keys, and where text is typed. */
export function steeredTo(event: KeyboardEvent, playback: Playback | undefined): number | undefined {
  if (!playback || event.defaultPrevented || takesText(document.activeElement)) return undefined;
  const steps: Record<string, number> = {
    back: playback.step - 1,
    forward: playback.step + 1,
    first: 0,
    live: playback.total,
  };
  const step = steps[commandOf(event, person.keys)?.kind ?? ''];
  if (step === undefined) return undefined;
  event.preventDefault();
  return Math.max(0, Math.min(playback.total, step));
}
