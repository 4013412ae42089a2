// A replay as positions: the view before the first step and after each one.

import type { LogEntry, Replay } from '../protocol/protocol';
import { merged } from '../table/patch';
import type { View } from '../table/model';

/** The views of a replay; view n stands after n steps. */
export function viewsOf(replay: Replay): View[] {
  const views: View[] = [replay.view];
  for (const change of replay.changes) views.push(merged(views.at(-1)!, change));
  return views;
}

/** The steps of the turn that leads to this view: what the board draws as trails. */
export function trailTo({ log }: Replay, step: number): LogEntry[] {
  const turn = log[step - 1]?.turn;
  return log.slice(0, step).filter((entry) => entry.turn === turn);
}

// As many steps as a table remembers.
const REMEMBERED = 200;

/** The last steps before this view, as a table's log has them. */
export function historyTo({ log }: Replay, step: number): LogEntry[] {
  return log.slice(Math.max(0, step - REMEMBERED), step);
}

/** The step at which a turn begins. */
export function startOfTurn(replay: Replay, turn: number): number {
  const first = replay.log.findIndex((entry) => entry.turn >= turn);
  return first < 0 ? replay.log.length : first;
}

/** Where turns begin, as parts of the whole: marks for the slider. */
export function turnMarks(replay: Replay): number[] {
  const total = replay.log.length;
  return replay.log.flatMap((entry, index) =>
    index > 0 && entry.turn !== replay.log[index - 1]!.turn ? [index / total] : [],
  );
}
