// The two dice of the last turn and what they brought, as dice lie on a table: read from the last steps.

import type { Logged } from '../../protocol/protocol';
import type { RescueView } from '../../protocol/views';

/** What lies on the table, each die with the sentences that were told of it. */
export type Rolls = {
  blue?: number;
  red?: number;
  /** What was added to the red die. */
  extra: number;
  blueTold: string[];
  redTold: string[];
};

export const NO_ROLLS: Rolls = { extra: 0, blueTold: [], redTold: [] };

const BLUE = 'The blue die shows ';
const RED = 'The red die shows ';
/** The sentences that say why a die brought what it did, among all that are told in its phase. */
const GROWTH = [/^Nobody grows/, / born on ice /, / growing up on ice /, /^The bears do not fit/];
const HEAT = [/ melts\.$/];

/** What lies on the table after these steps: the dice of the last turn that had some, until the next ones are due. */
export function rolls({ stage, turns }: Pick<RescueView, 'stage' | 'turns'>, history: readonly Logged[]): Rolls {
  const last = history.findLast(({ step }) => dieOf(step) !== undefined);
  const due = stage === 'growth' || stage === 'heat';
  if (!last || (due && last.turn !== turns)) return NO_ROLLS;
  const turn = history.filter((entry) => entry.turn === last.turn);
  const shows = (die: string): number | undefined => {
    const step = turn.findLast((entry) => dieOf(entry.step) === die)?.step;
    return step === undefined ? undefined : Number(step.split(' ')[2]);
  };
  const told = turn.flatMap((entry) => entry.told);
  const [blueAt, redAt] = [told.findLastIndex((text) => text.startsWith(BLUE)), told.findLastIndex((text) => text.startsWith(RED))];
  const growth = blueAt < 0 ? [] : told.slice(blueAt + 1, redAt < 0 ? undefined : redAt);
  const heat = redAt < 0 ? [] : told.slice(redAt);
  const among = (texts: readonly string[], wanted: RegExp[]): string[] =>
    texts.filter((text) => wanted.some((one) => one.test(text)));
  const [blue, red] = [shows('d20'), shows('d6')];
  return {
    ...(blue === undefined ? {} : { blue }),
    ...(red === undefined ? {} : { red }),
    extra: Number(/counts (\d+) more/.exec([...growth, ...heat].join(' '))?.[1] ?? 0),
    blueTold: among(growth, GROWTH),
    redTold: [...heat.slice(0, 1), ...among(heat.slice(1), HEAT)],
  };
}

function dieOf(step: string): string | undefined {
  const [who, die = ''] = step.split(' ');
  return who === '*' && (die === 'd20' || die === 'd6') ? die : undefined;
}

/** Why the blue die brought what it did. */
export function blueReason({ blue, blueTold }: Rolls): string {
  return blue === undefined ? '' : [`Blue ${blue}`, ...blueTold.slice(0, 2)].join(': ').replace(/\.: /, '. ');
}

/** What the red die did. */
export function redReason({ red, redTold }: Rolls): string {
  if (red === undefined) return '';
  return redTold.length > 0 ? redTold.join(' ').replace(RED, 'Red ') : `Red ${red}`;
}
