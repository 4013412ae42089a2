// What is this? The next tap on anything, or a key on the place under the cursor, is answered with what it is.

import { gameThings } from '../api';
import { notice } from '../ui/notice.svelte';
import { voice } from '../ui/voice.svelte';
import type { TableSession } from './session.svelte';

/** So many things of one place are told, and so many actions. */
const MOST = 3;

/** What can be asked about. */
export const ASKABLE = '[data-what], [data-place]';

export class Asking {
  /** Does the next tap ask? */
  on = $state(false);

  constructor(private readonly session: TableSession) {}

  toggle(): void {
    this.on = !this.on;
    if (this.on) voice.say('Tap anything to learn what it is.');
  }

  /** Tells what an element of the board shows. */
  async about(element: Element): Promise<void> {
    this.on = false;
    const { session } = this;
    const { table, drawing } = session;
    const { what, place } = (element as HTMLElement | SVGElement).dataset;
    if (!table || !drawing) return;
    const ids = what?.split(' ') ?? drawing.thingsAt?.(session.view, place ?? '', session.acting ?? undefined) ?? [];
    try {
      const known = await gameThings(table.game);
      const found = ids.flatMap((id) => known.find((thing) => thing.id === id) ?? []).slice(0, MOST);
      const [first, ...more] = found;
      const facts = element.getAttribute('aria-label') ?? '';
      session.tell({
        name: first?.name ?? place ?? '',
        text: first?.text ?? facts,
        clause: first?.clause ?? '',
        ...(first?.lesson ? { lesson: first.lesson } : {}),
        more,
        now: [first ? facts : '', this.#canDo(place ?? ids[0] ?? '')].filter(Boolean),
        news: true,
      });
    } catch (error) {
      notice.show((error as Error).message);
    }
  }

  /** What can be done with it now, as buttons say it. */
  #canDo(name: string): string {
    const labels = this.session.choices
      .filter(({ words }) => words.split(' ').includes(name))
      .map(({ label }) => label);
    const some = [...new Set(labels)];
    if (some.length === 0) return '';
    const rest = some.length > MOST ? ` and ${some.length - MOST} more` : '';
    return `You can: ${some.slice(0, MOST).join(', ')}${rest}.`;
  }
}
