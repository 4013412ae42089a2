// The three doors to a game: with bots, by link, and at this screen.

import { openTable } from '../api';
import { person } from '../person.svelte';
import type { GameInfo, NewTable } from '../protocol/protocol';

export type Door = 'bots' | 'invite' | 'screen';

/** Who sits where behind a door. */
export function seatsBehind(door: Door, game: Pick<GameInfo, 'usual' | 'usual_bot'>): string[] {
  const other = { bots: game.usual_bot, invite: 'open', screen: 'me' }[door];
  return Array.from({ length: game.usual }, (_, index) => (index === 0 ? 'me' : other));
}

/** Opens a table in the person's name; returns its code. */
export async function open(table: NewTable): Promise<string> {
  const { code } = await openTable({ name: person.name, ...table });
  return code;
}
