// The two dice of the last turn and what they brought, as dice lie on a table: read from the last steps.

import type { RescueEvent } from '../../protocol/events';
import type { RescueView } from '../../protocol/views';
import type { Entry } from '../drawing';

/** What lies on the table, each die with the sentences that say why it brought what it did. */
export type Rolls = {
  blue?: number;
  red?: number;
  /** The temperature that the red die brought. */
  degrees?: number;
  /** What was added to the red die. */
  extra: number;
  blueTold: string[];
  redTold: string[];
};

const isDie = ({ event }: RescueEvent): boolean => event === 'blue_die' || event === 'red_die';

/** What lies on the table after these steps: the dice of the last turn that had some, until the next ones are due. */
export function rolls(
  { stage, turns }: Pick<RescueView, 'stage' | 'turns'>,
  history: readonly Entry<RescueEvent>[],
): Rolls {
  const lying: Rolls = { extra: 0, blueTold: [], redTold: [] };
  const last = history.findLast(({ events }) => events.some(isDie));
  const due = stage === 'growth' || stage === 'heat';
  if (!last || (due && last.turn !== turns)) return lying;
  for (const { events, told } of history.filter(({ turn }) => turn === last.turn)) {
    // There is one sentence for each event.
    events.forEach((event, index) => add(lying, event, told[index] ?? ''));
  }
  return lying;
}

function add(lying: Rolls, event: RescueEvent, told: string): void {
  switch (event.event) {
    case 'blue_die':
      lying.blue = event.number;
      lying.blueTold.push(told);
      break;
    case 'warmer':
    case 'shortage':
      lying.extra = event.extra;
      lying.blueTold.push(told);
      break;
    case 'born':
    case 'growth':
      lying.blueTold.push(told);
      break;
    case 'red_die':
      lying.red = event.pips;
      lying.extra = event.extra;
      lying.degrees = event.to;
      lying.redTold.push(told);
      break;
    case 'melting':
      lying.redTold.push(told);
      break;
    default:
      break;
  }
}
