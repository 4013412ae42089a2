// The course of a match as curves: a point for every step that is shown, for each of the values that its game names.

import type { Course, Replay } from '../protocol/protocol';

/** The course of one value: its heights from 0 to 1, one for each stop of the replay, and the values themselves. */
export type Curve = { name: string; seat?: number; heights: number[]; values: number[] };

/** Curves that have one scale: what is counted, and the top of the scale. */
export type Panel = { name: string; top: number; curves: Curve[] };

/** What is counted, each with the curves of all who have it. */
export function curvesOf(replay: Pick<Replay, 'courses' | 'names'>, stops: readonly number[]): Panel[] {
  const panels: Panel[] = [];
  for (const name of new Set(replay.courses.map((course) => course.name))) {
    const courses = replay.courses.filter((course) => course.name === name);
    const values = courses.map((course) => stops.map((stop) => course.values[stop] ?? 0));
    const top = courses[0]!.most ?? Math.max(1, ...values.flat());
    panels.push({
      name,
      top,
      curves: courses.map((course, index) => curve(course, values[index]!, top, replay.names)),
    });
  }
  return panels;
}

function curve(course: Course, values: number[], top: number, names: readonly string[]): Curve {
  const heights = values.map((value) => Math.min(1, Math.max(0, value / top)));
  const { seat } = course;
  return seat
    ? { name: names[seat - 1] ?? course.name, seat, heights, values }
    : { name: course.name, heights, values };
}
