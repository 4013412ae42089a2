// How well bots play.

/** The level of a bot; all of them have one of three. */
export function levelOf(bot: string): 'easy' | 'normal' | 'hard' {
  if (/^(easy|random)/.test(bot)) return 'easy';
  return bot.startsWith('hard') ? 'hard' : 'normal';
}
