// What taps and keys mean: they pick among the actions that the table offers. No rule is judged here.

import type { Answer } from '../answer';
import type * as drawing from '../drawing';
import { none } from '../none';
import type { RescueAction } from '../../protocol/actions';
import type { RescueView } from '../../protocol/views';
import { around, ground, HEXES, hexOf, shipOn, type Hex, type Kind } from './layout';

export type Choice = drawing.Choice<RescueAction>;

/** What is picked: a hex whose choices lie in the tray, or a kind of bear that shall flee. */
export type Selection = { at: Hex } | { bear: Kind };

/** What kind of action it is. */
export type Verb = RescueAction['action'];

export function verbOf({ action }: Choice): Verb {
  return action.action;
}

/** Does this kind of bear flee with it? */
export function flees({ action }: Choice, bear: Kind): boolean {
  return action.action === 'flee' && action.bear === bear;
}

/** The hex at which an action is chosen on the board; none for those that only the tray has. */
export function anchor(view: RescueView, { action }: Pick<Choice, 'action'>): Hex | undefined {
  switch (action.action) {
    case 'sail':
    case 'flee':
    case 'place':
      return action.to;
    case 'load':
    case 'lift':
    case 'data':
    case 'grab':
      return action.from;
    case 'break':
    case 'remove':
      return action.hex;
    case 'unload':
      return view.bases.find((base) => around(base).includes(shipHex(view) ?? ''));
    case 'upgrade':
      return Object.values(view.ships).find(({ word }) => word === action.ship)?.hex;
    case 'board':
      return Object.values(view.ships).find(({ catches }) => catches)?.hex;
    case 'collect':
      return shipHex(view);
    case 'grow':
      return view.scene?.[0];
    case 'alert':
      return hexOf(view, action.number);
    case 'end':
    case 'use':
    case 'decline':
    case 'enough':
    case 'leave':
      return undefined;
    default:
      return none(action);
  }
}

/** The hex of the ship whose turn it is. */
export function shipHex(view: RescueView): Hex | undefined {
  return view.ships[view.ship]?.hex;
}

/** The choices of a hex. */
export function choicesAt(view: RescueView, choices: readonly Choice[], hex: Hex): Choice[] {
  return choices.filter((choice) => anchor(view, choice) === hex);
}

/** The kinds of bears of which one may be told to flee. */
export function fleeing(choices: readonly Choice[]): Kind[] {
  const kinds = choices.flatMap(({ action }) => (action.action === 'flee' ? [action.bear as Kind] : []));
  return [...new Set(kinds)];
}

/** The choices that are open to what is selected. */
export function narrowed(view: RescueView, choices: readonly Choice[], selection: Selection | undefined): Choice[] {
  if (!selection) return [];
  if ('at' in selection) return choicesAt(view, choices, selection.at);
  return choices.filter((choice) => flees(choice, selection.bear));
}

// So many answers fit into the tray; more are found on the board.
const TRAY = 10;

/** What the tray beside the board offers as buttons. */
export function tray(view: RescueView, choices: readonly Choice[], selection: Selection | undefined): Choice[] {
  const picked = narrowed(view, choices, selection);
  if (picked.length > 0) return picked;
  const loose = choices.filter((choice) => ['unload', 'use', 'decline', 'enough'].includes(verbOf(choice)));
  if (view.ask === 'act' || choices.length > TRAY) return loose;
  return [...choices];
}

/** The answer that is suggested: the only one there is. */
export function suggested(view: RescueView, choices: readonly Choice[]): Choice | undefined {
  return view.ask !== 'act' && choices.length === 1 ? choices[0] : undefined;
}

// What one tap carries out; a Sailing that turns up something is asked about where that cannot simply be taken back.
const AT_ONCE: readonly Verb[] = ['flee', 'place', 'unload'];

/** What a tap, or Enter on the hex under the cursor, means. */
export function tap(
  view: RescueView,
  choices: readonly Choice[],
  selection: Selection | undefined,
  hex: Hex,
): Answer<Selection, RescueAction> {
  const here = choicesAt(view, choices, hex);
  const bear = selection && 'bear' in selection ? selection.bear : undefined;
  const chosen = bear ? here.filter((choice) => flees(choice, bear)) : here;
  const again = selection !== undefined && 'at' in selection && selection.at === hex;
  const ready = selection !== undefined && 'at' in selection && selection.at === shipHex(view);

  const only = chosen.length === 1 ? chosen[0]! : undefined;
  if (only) {
    const quick = AT_ONCE.includes(verbOf(only)) || (verbOf(only) === 'sail' && (!only.lasting || ready));
    if (quick || again || bear) return { selection: undefined, act: only };
    const about = [only.label, only.warning?.text, only.lasting].filter(Boolean).join(', ');
    const say = `${about}. Choose it again if you mean it.`;
    return { selection: { at: hex }, say };
  }
  // A question stays open until it is answered.
  if (again) return { selection: view.ask === 'act' ? undefined : selection };
  if (here.length > 1) return { selection: { at: hex } };
  if (hex === shipHex(view) && choices.some((choice) => verbOf(choice) === 'sail')) {
    return { selection: { at: hex }, say: `${view.ships[view.ship]?.name}: choose where it sails.` };
  }
  return explain(view, choices, selection, hex);
}

function explain(
  view: RescueView,
  choices: readonly Choice[],
  selection: Selection | undefined,
  hex: Hex,
): Answer<Selection, RescueAction> {
  const legal = new Set(choices.map(({ words }) => words));
  const why = [...new Set(meant(view, selection, hex))].filter((words) => !legal.has(words));
  return { selection: undefined, why };
}

/** What somebody who taps here may have wanted, the likeliest first. */
export function meant(view: RescueView, selection: Selection | undefined, hex: Hex): string[] {
  const here = ground(view, hex);
  const bears = [...new Set(view.bears[hex] ?? '')];
  switch (view.ask) {
    case 'flee': {
      const scene = [...new Set(view.scene?.[1] ?? 'm')];
      const first = selection && 'bear' in selection ? [selection.bear] : [];
      return [...first, ...scene].map((bear) => `flee ${bear} ${hex}`);
    }
    case 'place':
      return [`place c ${hex}`];
    case 'remove':
      return [`remove ${hex}`];
    case 'lift':
      return (bears.length > 0 ? bears : ['m']).map((bear) => `lift ${bear} ${hex}`);
    case 'alert':
      return here.kind === 'ice' ? [`alert ${here.number}`] : [`sail ${hex}`];
    default:
      break;
  }
  const data = view.data.includes(hex) ? [`data ${hex}`] : [];
  if (here.kind === 'base') return ['unload', `sail ${hex}`];
  if (here.kind === 'ice')
    return [...data, ...bears.map((bear) => `load ${bear} ${hex}`), `break ${hex}`, `sail ${hex}`];
  if (here.kind === 'float') return [...data, `break ${hex}`, `sail ${hex}`];
  return [`sail ${hex}`];
}

/** The hexes that N and P visit: those with choices, of one verb if one is asked for. */
export function stops(
  view: RescueView,
  choices: readonly Choice[],
  selection: Selection | undefined,
  verbs: readonly Verb[] = [],
): Hex[] {
  const bear = selection && 'bear' in selection ? narrowed(view, choices, selection) : choices;
  const wanted = verbs.length > 0 ? choices.filter((choice) => verbs.includes(verbOf(choice))) : bear;
  const found = new Set(wanted.map((choice) => anchor(view, choice)));
  return HEXES.filter((hex) => found.has(hex));
}

/** Is this hex the one of another ship, or of this one? */
export function shipAt(view: RescueView, hex: Hex): { order: number; active: boolean } | undefined {
  const order = shipOn(view, hex);
  return order === undefined ? undefined : { order, active: order === view.ship };
}
