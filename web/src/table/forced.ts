// Questions about which there is no choice: the client answers them, and tells it.
//
// It is the client and not the server, so that whoever sits there sees the question first and every step stays an action
// of a seat, which Undo takes back; a question that Undo has brought back is not answered again by itself.

import type { Choice } from '../games/drawing';

/** So long a question is seen before it is answered. */
export const SEEN = 700;

/** What is answered for the person, if anything is: not where dice would fall that cannot be taken back. */
export function answerOf(choices: readonly Choice[], forced: number | undefined, isLasting: boolean): Choice | null {
  const choice = choices.find(({ number }) => number === forced);
  return choice && !(choice.draws && isLasting) ? choice : null;
}
