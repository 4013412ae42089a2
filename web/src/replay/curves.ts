// The course of a match: one point a turn for each of the values that its game names.

import type { Gauge } from '../games/drawing';
import type { Replay } from '../protocol/protocol';
import type { View } from '../table/model';

/** The course of one value; each point is a step and its height from 0 to 1. */
export type Curve = { name: string; seat?: number; points: { step: number; height: number; value: number }[] };

/** The steps at which turns have just ended, the first and the last position among them. */
export function turnEnds({ frames }: Replay): number[] {
  const ends = frames.flatMap((frame, index) => (index > 0 && frame.turn !== frames[index - 1]!.turn ? [index] : []));
  return [...new Set([0, ...ends, frames.length])];
}

/** The courses of all values. */
export function curvesOf(
  replay: Replay,
  views: readonly View[],
  gauges: (view: View, colours: readonly string[]) => Gauge[],
): Curve[] {
  const steps = turnEnds(replay);
  const rows = steps.map((step) => gauges(views[step]!, replay.colours));
  const highest = Math.max(1, ...rows.flat().map(({ value }) => value));
  return (rows[0] ?? []).map(({ name, seat }, index) => ({
    name,
    ...(seat ? { seat } : {}),
    points: steps.map((step, row) => {
      const { value = 0, most = highest } = rows[row]![index] ?? {};
      return { step, value, height: Math.min(1, Math.max(0, value / most)) };
    }),
  }));
}
