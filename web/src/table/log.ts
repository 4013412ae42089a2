// The lines of the log: what was told of each step, and what was taken back.

import type { LogEntry, TakenBack } from '../protocol/protocol';

/** A line; `step` is the step that it shows, null where something was taken back. */
export type LogLine = { key: string; turn: number; begins: boolean; step: number | null; text: string };

/** The lines in the order in which they happened, each with whether a turn begins with it. */
export function logLines(log: readonly LogEntry[], takenBack: readonly TakenBack[]): LogLine[] {
  const steps = log
    .filter(({ told }) => told.length > 0)
    .map(({ at, turn, told }) => ({ key: `step ${at}`, at, turn, step: at + 1, text: told.join(' ') }));
  // What was taken back stood where the next step stands now.
  const taken = takenBack.map(({ at, turn, text }, index) => ({
    key: `back ${index}`,
    at: at - 0.5,
    turn,
    step: null,
    text,
  }));
  const all = [...steps, ...taken].sort((one, other) => one.at - other.at);
  return all.map(({ at: _, ...line }, index) => ({
    ...line,
    begins: index === 0 || all[index - 1]!.turn !== line.turn,
  }));
}
