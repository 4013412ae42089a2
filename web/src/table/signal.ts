// The sign of “your turn” in the browser's tab.

import { at } from '../base';

/** Shows in the tab's icon whether the table waits for the person; answers how to take that back. */
export function showTurn(mine: boolean): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = at(mine ? '/icon-turn.svg' : '/icon.svg');
  return () => {
    if (icon) icon.href = at('/icon.svg');
  };
}
