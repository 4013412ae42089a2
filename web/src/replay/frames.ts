// A replay as positions: the view before the first step and after each one.

import type { LogEntry, Replay } from '../protocol/protocol';
import { merged } from '../table/patch';
import type { View } from '../table/model';

/** The views of a replay; view n stands after n steps. */
export function viewsOf(replay: Pick<Replay, 'view' | 'changes'>): View[] {
  const views: View[] = [replay.view];
  for (const change of replay.changes) views.push(merged(views.at(-1)!, change));
  return views;
}

/** The steps of the turn that leads to this view: what the board draws as trails. */
export function trailTo({ log }: Pick<Replay, 'log'>, step: number): LogEntry[] {
  const turn = log[step - 1]?.turn;
  return log.slice(0, step).filter((entry) => entry.turn === turn);
}

// As many steps as a table remembers.
const REMEMBERED = 200;

/** The last steps before this view, as a table's log has them. */
export function historyTo({ log }: Pick<Replay, 'log'>, step: number): LogEntry[] {
  return log.slice(Math.max(0, step - REMEMBERED), step);
}

/** How many steps were dealt out before anybody acted. */
export function dealt({ log }: Pick<Replay, 'log'>): number {
  return Math.max(
    0,
    log.findIndex(({ seat }) => seat !== undefined),
  );
}

/** The steps at which the replay stops: where the match begins, and after each step of which something is told. */
export function stopsOf(replay: Pick<Replay, 'log'>): number[] {
  const { log } = replay;
  const first = dealt(replay);
  const told = log.flatMap((entry, index) => (index >= first && entry.told.length > 0 ? [index + 1] : []));
  return [...new Set([first, ...told, log.length])];
}

/** The turn that leads to this step, or that begins with it. */
export function turnOf({ log }: Pick<Replay, 'log'>, step: number): number {
  return log[Math.min(step, log.length - 1)]?.turn ?? 0;
}

/** The step at which a turn begins; the match begins with what was dealt. */
export function startOfTurn(replay: Pick<Replay, 'log'>, turn: number): number {
  const first = replay.log.findIndex((entry) => entry.turn >= turn);
  return first < 0 ? replay.log.length : Math.max(first, dealt(replay));
}

/** The steps at which turns begin. */
export function turnStarts(replay: Pick<Replay, 'log'>): number[] {
  const { log } = replay;
  const first = dealt(replay);
  const later = log.flatMap((entry, index) => (index > first && entry.turn !== log[index - 1]!.turn ? [index] : []));
  return [first, ...later];
}
