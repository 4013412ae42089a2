// Where the steps of a plan are drawn: on the sheet, or beside it for dice, fish and done.

import { aside, spot, type Drawn, type Mark } from '../../board/hint';
import { none } from '../none';
import type { PolarRollerAction } from '../../protocol/actions';
import type { PolarRollerView } from '../../protocol/views';
import { chartOf } from './layout';

/** The marks of a plan of this seat, one a step. */
export function hintMarks(
  view: PolarRollerView,
  seat: number,
  actions: readonly PolarRollerAction[],
  first = 1,
): Drawn[] {
  return actions.map((action, index) => ({ ...markOf(view, seat, action), number: first + index }));
}

function markOf(view: PolarRollerView, seat: number, action: PolarRollerAction): Mark {
  const on = (place: string, piece: string): Mark => {
    const found = chartOf(view).spotOf(place);
    return found ? spot(found.at, piece) : aside(place);
  };
  switch (action.action) {
    case 'melt':
      return on(action.glacier, 'melt');
    case 'bear':
      return on(action.glacier, 'bear');
    case 'penguin':
      return on(String(action.cliff), 'penguin');
    case 'orca':
      return on(action.pool, 'orca');
    case 'take': {
      const lender = view.sheets[seat]?.lenders[action.side];
      const die = lender === undefined ? undefined : view.sheets[lender]?.dice?.[Number(action.die) - 1];
      return aside(`${action.side === 'left' ? '←' : '→'} ${die ?? action.die}`);
    }
    case 'eat':
      return aside(`${action.from} → ${action.to}`);
    case 'cross':
      return aside(`✕ ${action.number}`);
    case 'done':
      return aside('✓');
    default:
      return none(action) ?? aside('?');
  }
}
