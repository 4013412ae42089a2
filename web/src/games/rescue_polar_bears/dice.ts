// The two dice of the last turn and what they brought: remembered from step to step, as dice lie on a table.

import type { RescueView } from '../../protocol/views';

/** What lies on the table. */
export type Rolls = {
  /** The turn that the dice belong to. */
  turn: number;
  blue?: number | undefined;
  red?: number | undefined;
  /** What was added to the red die. */
  extra: number;
  /** What the dice of that turn were going to change. */
  from?: Eve | undefined;
  /** The same for the coming dice. */
  coming?: Eve | undefined;
};

/** The eve of the dice: what each number of the blue one would bring, and how warm it is. */
type Eve = { blue: string; degrees: number };

export const NO_ROLLS: Rolls = { turn: -2, extra: 0 };

/** What lies on the table now, given what lay there and the last steps, `WHO WORDS` each. */
export function rolls(before: Rolls, view: RescueView, trail: readonly string[]): Rolls {
  const rolling = view.stage === 'growth' || view.stage === 'heat';
  const turn = rolling ? view.turns : view.turns - 1;
  const lying = before.turn === turn ? before : { turn, extra: 0, from: before.turn === turn - 1 ? before.coming : undefined };
  const seen = read(trail);
  const extra = rolling ? (view.extra ?? 0) : lying.extra;
  if (view.stage === 'growth') return { ...lying, blue: view.blue, red: undefined, extra };
  const next: Rolls = { ...lying, blue: seen.blue ?? lying.blue, red: seen.red ?? lying.red, extra };
  if (view.stage !== 'action') return next;
  return { ...next, coming: { blue: view.danger?.blue ?? before.coming?.blue ?? '', degrees: view.temperature } };
}

/** The last throw of each die in these steps; a red one before the last blue one belongs to an earlier turn. */
function read(trail: readonly string[]): { blue: number | undefined; red: number | undefined } {
  const last = (die: string): number => trail.findLastIndex((step) => step.startsWith(`* ${die} `));
  const [blue, red] = [last('d20'), last('d6')];
  const value = (index: number): number => Number(trail[index]!.split(' ')[2]);
  return { blue: blue >= 0 ? value(blue) : undefined, red: red >= 0 && red > blue ? value(red) : undefined };
}

/** Why the blue die brought what it did. */
export function blueReason({ blue, from, extra }: Rolls): string {
  if (blue === undefined) return '';
  const more = extra ? `, red +${extra}` : '';
  switch (from?.blue[blue - 1]) {
    case 'b':
      return `Blue ${blue}: the pair on ice ${blue} has cubs${more}`;
    case 'g':
      return `Blue ${blue}: cubs on ice ${blue} grow up${more}`;
    case 'w':
      return `Blue ${blue}: nobody on ${blue} grows or breeds${more}`;
    default:
      return `Blue ${blue}${more}`;
  }
}

/** What the red die did. */
export function redReason({ red, extra, from }: Rolls): string {
  if (red === undefined) return '';
  const sum = extra ? `${red} + ${extra}` : `${red}`;
  return from ? `Red ${sum}: ${from.degrees}° to ${from.degrees + red + extra}°` : `Red ${sum}`;
}
