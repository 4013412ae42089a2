// The three doors to a game: with bots, by link, and at this screen.

import { openTable } from '../api';
import { nonce } from '../names';
import { person } from '../person.svelte';
import type { GameInfo, NewTable } from '../protocol/protocol';

export type Door = 'bots' | 'invite' | 'screen';

/** The bot that plays if nobody says otherwise: the level `normal`, or the strongest where there are no levels. */
export function usualBot(game: Pick<GameInfo, 'bots'>): string {
  return (game.bots.find(({ name }) => name === 'normal') ?? game.bots.at(-1))?.name ?? 'random';
}

/** Who sits where behind a door. */
export function seatsBehind(door: Door, game: Pick<GameInfo, 'bots' | 'usual'>): string[] {
  const other = { bots: usualBot(game), invite: 'open', screen: 'me' }[door];
  return Array.from({ length: game.usual }, (_, index) => (index === 0 ? 'me' : other));
}

/** Opens a table in the person's name; answers its code. */
export async function open(table: NewTable): Promise<string> {
  const { code } = await openTable({ name: person.name, nonce: nonce(), ...table });
  return code;
}
