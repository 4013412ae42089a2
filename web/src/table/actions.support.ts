// Actions for tests, from words as records have them.

import type { FloesAction, GameAction, IceBreakersAction, PolarRollerAction, RescueAction } from '../protocol/actions';

/** The arguments of each kind of action, in the order in which the notation says them. */
type Shapes<Action extends GameAction> = {
  [Kind in Action['action']]: Exclude<keyof Extract<Action, { action: Kind }>, 'action'>[];
};

const FLOES: Shapes<FloesAction> = {
  roll: [],
  hop: ['from', 'to', 'home'],
  slide: ['floe', 'to'],
  bear: ['bear', 'to'],
  die: ['label'],
};
const RESCUE: Shapes<RescueAction> = {
  sail: ['to'],
  collect: [],
  leave: [],
  load: ['bear', 'from'],
  data: ['from'],
  grab: ['from'],
  unload: [],
  break: ['hex'],
  end: [],
  upgrade: ['ship', 'slot'],
  use: [],
  decline: [],
  remove: ['hex'],
  lift: ['bear', 'from'],
  enough: [],
  flee: ['bear', 'to'],
  place: ['to'],
  board: ['bear'],
  grow: ['sex'],
  alert: ['number'],
};
const ICE_BREAKERS: Shapes<IceBreakersAction> = {
  power: ['card'],
  pass: [],
  add: ['card'],
  cash: [],
  clear: ['space'],
  move: ['ship', 'to'],
  give: ['card', 'to'],
  end: [],
};
const POLAR_ROLLER: Shapes<PolarRollerAction> = {
  melt: ['glacier'],
  take: ['side', 'die'],
  penguin: ['cliff'],
  orca: ['pool'],
  bear: ['glacier'],
  eat: ['from', 'to'],
  cross: ['number'],
  done: [],
};

/** The kind of an action and what its words say; what is listed in `numbers` is a number. */
function read<Action extends GameAction>(
  [kind = '', ...said]: string[],
  shapes: Shapes<Action>,
  numbers: readonly string[],
): Action {
  const names = (shapes as Record<string, string[]>)[kind];
  if (!names) throw new Error(`There is no action ${kind}.`);
  const value = (name: string, text = '') => (numbers.includes(`${kind} ${name}`) ? Number(text) : text);
  return {
    action: kind,
    ...Object.fromEntries(names.map((name, index) => [name, value(name, said[index])])),
  } as Action;
}

export function floesAction(words: string): FloesAction {
  const said = words.split(' ');
  // Which bear steps is the first word itself.
  if (words.startsWith('bear')) return { action: 'bear', bear: said[0]!, to: said[1]! };
  const action = read(said, FLOES, []);
  return action.action === 'hop' ? { ...action, home: said[3] === 'home' } : action;
}

export const rescueAction = (words: string): RescueAction =>
  read(words.replace('place c ', 'place ').split(' '), RESCUE, ['alert number']);

export const iceBreakersAction = (words: string): IceBreakersAction =>
  read(words.split(' '), ICE_BREAKERS, ['move ship', 'give to']);

export const polarRollerAction = (words: string): PolarRollerAction =>
  read(words.split(' '), POLAR_ROLLER, ['penguin cliff', 'eat from', 'eat to', 'cross number']);
