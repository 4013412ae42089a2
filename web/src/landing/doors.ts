// The doors to a game: with bots, with a guide and easy bots, by link, and at this screen.

import type { GameInfo } from '../protocol/protocol';

export type Door = 'bots' | 'guide' | 'invite' | 'screen';

/** Who sits where behind a door. */
export function seatsBehind(
  door: Door,
  game: Pick<GameInfo, 'usual' | 'usual_bot' | 'bots'>,
  count: number = game.usual,
): string[] {
  const easy = game.bots.find(({ name }) => name === 'easy')?.name ?? game.usual_bot;
  const other = { bots: game.usual_bot, guide: easy, invite: 'open', screen: 'me' }[door];
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
