// What was luck and what was skill: an analysis as curves, marks and sentences.

import type { Mark, MatchAnalysis, StepAnalysis } from '../protocol/protocol';
import type { Panel } from './curves';

/** A step that is worth a look: where it is drawn, and what it was. */
export type Turning = { step: number; place: number; seat: number; height: number; mark: Mark };

/** How many turning points are marked. */
const MOST = 8;
/** What moved a chance by less, or cost less, is no turning point. */
const LEAST = 0.05;
/** Marks stand so far apart, as a share of the course, that a finger hits each of them on a phone. */
const APART = 0.09;

const MARKS: Record<Mark, string> = {
  lucky: 'Lucky',
  unlucky: 'Unlucky',
  best: 'Best',
  fine: 'Fine',
  slip: 'Slip',
  blunder: 'Blunder',
};

/** What a mark is called. */
export const markName = (mark: Mark): string => MARKS[mark];

/** Points of a hundred, with their sign. */
export function points(change: number): string {
  const rounded = Math.round(100 * change);
  return rounded === 0 ? '0' : `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)}`;
}

const percent = (chance: number): string => `${Math.round(100 * chance)} %`;

/** The chances after each number of steps, of each seat or of the team. */
export function chancesAfter({ start, steps }: MatchAnalysis, step: number): readonly number[] {
  return step === 0 ? start : (steps[step - 1]?.value ?? start);
}

/** The curves of the chances to win at the stops of a replay. */
export function chancePanel(analysis: MatchAnalysis, stops: readonly number[], names: readonly string[]): Panel {
  const curve = (seat: number) => stops.map((stop) => chancesAfter(analysis, stop)[seat] ?? 0);
  const seats = analysis.together ? [0] : analysis.start.map((_, seat) => seat);
  return {
    name: analysis.together ? 'chance of the team' : 'chance to win',
    top: 100,
    curves: seats.map((seat) => ({
      name: names[seat] ?? `Seat ${seat + 1}`,
      ...(analysis.together ? {} : { seat: seat + 1 }),
      heights: curve(seat),
      values: curve(seat).map((chance) => Math.round(100 * chance)),
    })),
  };
}

const weight = ({ cost, mark, change }: StepAnalysis): number =>
  cost ?? (mark === undefined ? 0 : Math.max(...change.map(Math.abs)));

/** Where the match turned: the steps that cost or moved most, in their order. */
export function turningPoints(analysis: MatchAnalysis, stops: readonly number[]): Turning[] {
  const placeOf = (index: number): number => {
    const found = stops.findIndex((stop) => stop > index);
    return found < 0 ? stops.length - 1 : found;
  };
  const heavy = analysis.steps
    .flatMap((step, index) => (weight(step) >= LEAST ? [{ step, index, place: placeOf(index) }] : []))
    .sort((one, other) => weight(other.step) - weight(one.step));
  const chosen: typeof heavy = [];
  for (const point of heavy) {
    const isFree = chosen.every(({ place }) => Math.abs(place - point.place) >= APART * (stops.length - 1));
    if (isFree && chosen.length < MOST) chosen.push(point);
  }
  return chosen
    .sort((one, other) => one.index - other.index)
    .map(({ step, index, place }) => {
      const seat = analysis.together ? 1 : (step.seat ?? step.whom ?? 1);
      const height = chancesAfter(analysis, stops[place] ?? 0)[seat - 1] ?? 0;
      return { step: index + 1, place, seat, height, mark: step.mark! };
    });
}

/** What a step was, in one sentence; nothing of what is not worth one. */
export function sentenceOf({ steps }: MatchAnalysis, step: number, names: readonly string[]): string {
  return sentenceOfStep(steps[step - 1], names);
}

/** The same of a step by itself. */
export function sentenceOfStep(judged: StepAnalysis | undefined, names: readonly string[]): string {
  if (!judged?.mark) return '';
  const called = (seat: number | undefined) => (seat === undefined ? 'the team' : (names[seat - 1] ?? `seat ${seat}`));
  const { mark, cost, labels, seat, whom, change } = judged;
  switch (mark) {
    case 'lucky':
    case 'unlucky': {
      const moved = change[(whom ?? 1) - 1] ?? 0;
      return `${markName(mark)} for ${called(whom)}: ${points(moved)} points.`;
    }
    case 'best':
      return 'Best: nothing better was found.';
    case 'fine':
      return `Fine: nearly as good as the best (${points(-(cost ?? 0))}).`;
    case 'slip':
    case 'blunder':
      return `${markName(mark)} of ${called(seat)} (${points(-(cost ?? 0))} points). Better: ${(labels ?? []).join(', ')}.`;
  }
}

/** How the match went for a seat, in words that need no numbers. */
export function storyOf(analysis: MatchAnalysis, seat: number): string {
  const [luck, accuracy] = [analysis.luck[seat] ?? 0, analysis.accuracy[seat]];
  const dice =
    Math.abs(luck) < LEAST
      ? 'Luck was even'
      : `Luck ${luck > 0 ? 'helped' : 'hurt'}${Math.abs(luck) > 0.25 ? ' a lot' : ''}`;
  if (accuracy == null) return `${dice}; there was nothing to choose.`;
  const deeds =
    accuracy >= 97 ? 'hardly a slip' : accuracy >= 90 ? 'a few better moves were there' : 'much was given away';
  return `${dice}; ${deeds}.`;
}

/** A seat in numbers. */
export type SeatRow = {
  seat: number;
  start: string;
  luck: string;
  own: string;
  others: string;
  result: string;
  fair: string;
  accuracy: string;
};

/** All seats in numbers; of a team the row of the first holds for all but the own decisions. */
export function rowsOf(analysis: MatchAnalysis): SeatRow[] {
  return analysis.start.map((start, seat) => ({
    seat: seat + 1,
    start: percent(start),
    luck: points(analysis.luck[seat] ?? 0),
    own: points(analysis.own[seat] ?? 0),
    others: points(analysis.others[seat] ?? 0),
    result: percent(analysis.result[seat] ?? 0),
    fair: percent(Math.max(0, Math.min(1, analysis.adjusted[seat] ?? 0))),
    accuracy: analysis.accuracy[seat] == null ? '–' : `${Math.round(analysis.accuracy[seat])} %`,
  }));
}
