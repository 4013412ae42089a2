// Where the steps of a plan are drawn on the map.

import { aside, spot, way, type Drawn, type Mark } from '../../board/hint';
import { none } from '../none';
import type { RescueAction } from '../../protocol/actions';
import type { RescueView } from '../../protocol/views';
import { anchor, shipHex } from './gestures';
import { centre, type Hex } from './layout';
import { sailed } from './plan';

/** The marks of a plan, one a step: each is drawn as the ships lie then. */
export function hintMarks(view: RescueView, actions: readonly RescueAction[], first = 1): Drawn[] {
  let now = view;
  return actions.map((action, index) => {
    const mark = markOf(now, action);
    if (action.action === 'sail') now = sailed(now, action.to);
    return { ...mark, number: first + index };
  });
}

function markOf(view: RescueView, action: RescueAction): Mark {
  const ship = shipHex(view) ?? 'e5';
  const at = anchor(view, { action });
  const between = (from: Hex | undefined, to: Hex | undefined, piece: string): Mark =>
    from === undefined || to === undefined || from === to
      ? spot(centre(to ?? from ?? ship))
      : way([centre(from), centre(to)], piece);
  switch (action.action) {
    case 'sail':
      return between(ship, action.to, 'ship');
    case 'load':
    case 'lift':
      return between(action.from, ship, action.bear);
    case 'data':
    case 'grab':
      return between(action.from, ship, 'data');
    case 'unload':
      return between(ship, at, '');
    case 'flee':
      return between(view.scene?.[0], action.to, action.bear);
    case 'place':
      return between(view.scene?.[0], action.to, 'c');
    case 'board':
      return between(view.scene?.[0], at, action.bear);
    case 'break':
    case 'remove':
    case 'upgrade':
    case 'grow':
    case 'alert':
    case 'collect':
      return at === undefined ? aside(wordOf(action.action)) : spot(centre(at));
    case 'end':
    case 'use':
    case 'decline':
    case 'enough':
    case 'leave':
      return aside(wordOf(action.action));
    default:
      return none(action) ?? aside('?');
  }
}

const wordOf = (verb: string): string => verb.charAt(0).toUpperCase() + verb.slice(1);
