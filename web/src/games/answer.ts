// What a tap on a board leads to, and how the table learns of it.

import type { GameAction } from '../protocol/actions';
import type { BoardProps, Choice } from './drawing';

/** What a tap leads to. */
export type Answer<Selection, Action = GameAction> = {
  selection: Selection | undefined;
  act?: Choice<Action>;
  /** Words of what may have been meant, the likeliest first. */
  why?: string[];
  /** A short remark, shown or read aloud. */
  say?: string;
};

/**
 * Acts, asks or says what a tap leads to; a new selection without a remark is read aloud as `selected` describes it.
 */
export function respond<Selection, Action>(
  { selection, act, why, say }: Answer<Selection, Action>,
  { onact, onwhy, onsay }: Pick<BoardProps<never, Action>, 'onact' | 'onwhy' | 'onsay'>,
  selected: (what: Selection) => string,
): void {
  if (say) onsay?.(say);
  if (why && why.length > 0) onwhy?.(why);
  if (act) onact?.(act);
  else if (selection && !say) onsay?.(selected(selection));
}
