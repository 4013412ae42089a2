// One's own slips as puzzles: which they are, and what is said of another try.

import type { MatchAnalysis, StepAnalysis } from '../protocol/protocol';

/** A position in which something better was there: after so many steps of the match, and what it cost. */
export type Puzzle = { step: number; cost: number; played: string; better: readonly string[] };

/** As good as the best, as marks have it: what costs less than this. */
const FINE = 0.01;

/** The slips and blunders of a seat, in their order. */
export function puzzlesOf({ steps }: MatchAnalysis, seat: number): Puzzle[] {
  return steps.flatMap((step, index) => {
    const { mark, cost = 0, words, better = [] } = step;
    const slipped = step.seat === seat && (mark === 'slip' || mark === 'blunder') && better.length > 0;
    return slipped ? [{ step: index, cost, played: words, better }] : [];
  });
}

/** How good another try is. */
export type Verdict = 'best' | 'better' | 'same' | 'worse';

/** Judges a try: what the analysis has found is right whatever it is said to cost. */
export function verdictOn(puzzle: Puzzle, words: string, judged: Pick<StepAnalysis, 'cost'>): Verdict {
  const cost = judged.cost ?? 0;
  if (words === puzzle.better[0] || cost < FINE) return 'best';
  if (words === puzzle.played || Math.abs(cost - puzzle.cost) < FINE) return 'same';
  return cost < puzzle.cost ? 'better' : 'worse';
}
