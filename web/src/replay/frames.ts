// A replay as positions: the view before the first step and after each one.

import type { Logged, Replay } from '../protocol/protocol';
import { merged } from '../table/patch';
import type { View } from '../table/model';

/** The views of a replay; view n stands after n steps. */
export function viewsOf(replay: Replay): View[] {
  const views: View[] = [replay.view];
  for (const frame of replay.frames) views.push(merged(views.at(-1)!, frame.view));
  return views;
}

/** The steps of the turn that leads to this view: what the board draws as trails. */
export function trailTo(replay: Replay, step: number): string[] {
  const turn = replay.frames[step - 1]?.turn;
  return replay.frames.slice(0, step).flatMap((frame) => (frame.turn === turn ? [frame.step] : []));
}

// As many steps as a table remembers.
const REMEMBERED = 200;

/** The last steps before this view, as a table's log has them. */
export function historyTo(replay: Replay, step: number): Logged[] {
  const first = Math.max(0, step - REMEMBERED);
  return replay.frames.slice(first, step).map(({ step, turn, told }, index) => ({ at: first + index, step, turn, told }));
}

/** The step at which a turn begins. */
export function startOfTurn(replay: Replay, turn: number): number {
  const first = replay.frames.findIndex((frame) => frame.turn >= turn);
  return first < 0 ? replay.frames.length : first;
}

/** Where turns begin, as parts of the whole: marks for the slider. */
export function turnMarks(replay: Replay): number[] {
  const total = replay.frames.length;
  return replay.frames.flatMap((frame, index) =>
    index > 0 && frame.turn !== replay.frames[index - 1]!.turn ? [index / total] : [],
  );
}
