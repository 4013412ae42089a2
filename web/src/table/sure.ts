// What is asked about before it is done, the same on board, tray, list and keys.

import type { Choice } from '../games/drawing';
import type { Table } from './model';

/** Does what dice and decks decide stay, because others must agree to take it back or nobody may? */
export function isLasting({ takebacks, seats }: Pick<Table, 'takebacks' | 'seats'>): boolean {
  const alone = seats.seats.every(({ holder, yours }) => holder !== 'person' || yours);
  return takebacks !== 'consent' || !alone;
}

/** What is said of an action that rolls or reveals: only what is true at this table. */
export function drawWords(table: Pick<Table, 'takebacks' | 'seats'>): string {
  if (!isLasting(table)) return '';
  return table.takebacks === 'consent' ? 'undo only if all agree' : 'cannot be undone';
}

/** Must it be chosen twice: does it help nobody, end the match, or cost something that cannot be taken back? */
export function asksFirst({ warning, draws }: Choice, table: Pick<Table, 'takebacks' | 'seats'>): boolean {
  if (!warning) return false;
  return warning.slip === true || (!warning.harmless && draws && isLasting(table));
}

/** The question. */
export function question({ warning, label }: Choice): string {
  const text = warning?.text ?? label;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. Choose it again if you mean it.`;
}
