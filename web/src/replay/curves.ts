// The course of a match as curves: one point a turn for each of the values that its game names.

import type { Course, Replay } from '../protocol/protocol';

/** The course of one value; each point is a step and its height from 0 to 1. */
export type Curve = Course & { points: { step: number; height: number }[] };

/** The steps at which turns have just ended, the first and the last position among them. */
export function turnEnds({ log }: Replay): number[] {
  const ends = log.flatMap((entry, index) => (index > 0 && entry.turn !== log[index - 1]!.turn ? [index] : []));
  return [...new Set([0, ...ends, log.length])];
}

/** The courses of all values, each from 0 to its most, or to the highest of all; that of a seat is called like it. */
export function curvesOf(replay: Replay): Curve[] {
  const steps = turnEnds(replay);
  const highest = Math.max(1, ...steps.flatMap((step) => replay.courses.map(({ values }) => values[step] ?? 0)));
  return replay.courses.map((course) => ({
    ...course,
    name: course.seat ? (replay.names[course.seat - 1] ?? `Seat ${course.seat}`) : course.name,
    points: steps.map((step) => {
      const height = (course.values[step] ?? 0) / (course.most ?? highest);
      return { step, height: Math.min(1, Math.max(0, height)) };
    }),
  }));
}
