// The three doors to a game: with bots, by link, and at this screen.

import { openTable, tableLink } from '../api';
import { person } from '../person.svelte';
import type { GameInfo, NewTable } from '../protocol/protocol';
import { houses } from '../reach';
import { go } from '../router.svelte';
import { copy } from '../ui/clipboard';
import { notice } from '../ui/notice.svelte';

export type Door = 'bots' | 'invite' | 'screen';

/** Who sits where behind a door. */
export function seatsBehind(
  door: Door,
  game: Pick<GameInfo, 'usual' | 'usual_bot'>,
  count: number = game.usual,
): string[] {
  const other = { bots: game.usual_bot, invite: 'open', screen: 'me' }[door];
  return Array.from({ length: count }, (_, index) => (index === 0 ? 'me' : other));
}

/** How many may play: `2–4`. */
export function counted({ fewest, most }: Pick<GameInfo, 'fewest' | 'most'>): string {
  return fewest === most ? `${most}` : `${fewest}–${most}`;
}

/** What kind of game it is, in a word. */
export function kindOf({ together, simultaneous }: Pick<GameInfo, 'together' | 'simultaneous'>): string {
  return together ? 'co-op' : simultaneous ? 'points' : 'race';
}

/** Opens a table in the person's name and goes there; a link that others need is copied. */
export async function enter(table: NewTable): Promise<void> {
  const { code } = await openTable({ name: person.name, ...table });
  if (table.seats.includes('open')) {
    const [house] = await houses();
    const copied = await copy(tableLink(code, house));
    if (copied && house) notice.show('The link is copied. Send it to your friends.');
  }
  go(`/t/${code}`);
}
