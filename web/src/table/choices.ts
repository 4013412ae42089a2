// What the viewer may do, in words: the server sends numbers, the dictionary of the game says what they mean.

import type { Choice } from '../games/drawing';
import type { ActionWords, Choices } from '../protocol/protocol';

/** The legal actions of the viewer's seats, each with its words and label; `lasting` is said of those that roll. */
export function choicesFrom(choices: readonly Choices[], dictionary: readonly ActionWords[], lasting = ''): Choice[] {
  return choices.flatMap(({ seat, legal, draws = [], warnings = [] }) => {
    const drawing = new Set(draws);
    return legal.flatMap((number) => {
      const entry = dictionary[number];
      if (!entry) return [];
      const warning = warnings.find(({ action }) => action === number);
      const draws = drawing.has(number);
      return [
        { seat, number, ...entry, draws, ...(draws && lasting ? { lasting } : {}), ...(warning ? { warning } : {}) },
      ];
    });
  });
}

/** The choice that rolls or reveals, if there is exactly one: what the key R does. */
export function onlyDraw(choices: readonly Choice[]): Choice | undefined {
  const draws = choices.filter((choice) => choice.draws);
  return draws.length === 1 ? draws[0] : undefined;
}

/** The choice that ends the turn, passes or says that one is done: what the key E does. */
export function ending(choices: readonly Choice[]): Choice | undefined {
  return choices.find(({ action: { action } }) => action === 'end' || action === 'done' || action === 'pass');
}

/** The main action: what the big button does, whether it stays quiet, and what it costs. */
export type MainAction = { choice: Choice; quiet: boolean; cost: string };

/**
 * The one thing to do that deserves a big button: the roll, the end of the turn, or the only choice. An end is quiet as
 * long as something else can be done, and says what it gives up.
 */
export function mainChoice(choices: readonly Choice[]): MainAction | undefined {
  const end = ending(choices);
  const choice = choices.length === 1 ? choices[0] : (end ?? onlyDraw(choices));
  return choice && { choice, quiet: choice === end && choices.length > 1, cost: choice.warning?.text ?? '' };
}
