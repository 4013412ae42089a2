// How far this browser has come in each lesson.

import { read, write } from '../storage';

/** The step that comes next, from 0, and whether the lesson was ever finished. */
export type Progress = { step: number; done: boolean };

const KEY = 'lessons';

function all(): Record<string, Progress> {
  try {
    const kept: unknown = JSON.parse(read(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, Progress>) : {};
  } catch {
    return {};
  }
}

const nameOf = (game: string, lesson: string) => `${game}/${lesson}`;

/** How far somebody has come in a lesson of so many steps. */
export function progressOf(game: string, lesson: string, steps: number): Progress {
  const { step, done } = all()[nameOf(game, lesson)] ?? { step: 0, done: false };
  return { step: Number.isInteger(step) && step > 0 && step < steps ? step : 0, done: done === true };
}

/** Remembers the step that comes next; beyond the last one the lesson is done, and begins anew the next time. */
export function reached(game: string, lesson: string, step: number, steps: number): void {
  const before = progressOf(game, lesson, steps);
  const done = before.done || step >= steps;
  write(KEY, JSON.stringify({ ...all(), [nameOf(game, lesson)]: { step: step >= steps ? 0 : step, done } }));
}

/** Has somebody finished a lesson of this game here? */
export function hasLearned(game: string): boolean {
  return Object.entries(all()).some(([name, { done }]) => done && name.startsWith(`${game}/`));
}
