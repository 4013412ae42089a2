// What hexes, ships and bears are called, on screen and read aloud.

import type { RescueView } from '../../protocol/views';
import { choicesAt, shipHex, verbOf, type Selection, type Choice } from './gestures';
import { around, ground, shipOn, type Hex, type Kind } from './layout';

const KINDS: Readonly<Record<string, [one: string, many: string]>> = {
  m: ['male', 'males'],
  f: ['female', 'females'],
  c: ['cub', 'cubs'],
};

/** One kind of bear as a person says it. */
export function kindName(kind: Kind): string {
  return KINDS[kind]![0];
}

/** How many of these letters are of each kind. */
export function counts(letters: string): [kind: Kind, count: number][] {
  return (['m', 'f', 'c'] as const).map((kind) => [kind, [...letters].filter((letter) => letter === kind).length]);
}

/** Bears as a person counts them: `1 male, 2 cubs`. */
export function bearNames(letters: string): string {
  const parts = counts(letters).flatMap(([kind, count]) =>
    count === 0 ? [] : [count === 1 ? `1 ${KINDS[kind]![0]}` : `${count} ${KINDS[kind]![1]}`],
  );
  return parts.length > 0 ? parts.join(', ') : 'no bears';
}

/** A number with its noun: `1 action`, `3 actions`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The name of the ship with this place in the turn order. */
export function shipName(view: RescueView, order: number): string {
  return view.ships[order]?.name ?? `Ship ${order}`;
}

/** The letter of a ship, by which it is known on the map. */
export function shipLetter(view: RescueView, order: number): string {
  return shipName(view, order).slice(0, 1);
}

const VERBS: Readonly<Record<string, string>> = {
  sail: 'sail here',
  load: 'load a bear',
  data: 'load the data',
  grab: 'grab the data',
  break: 'break the ice',
  unload: 'unload here',
  remove: 'blow it up',
  lift: 'airlift a bear',
  flee: 'a bear can flee here',
  place: 'the cub can go here',
  board: 'a bear can board',
  grow: 'a cub grows up here',
  upgrade: 'upgrade this ship',
  alert: 'can be the next alert',
};

/** A hex as it is read aloud: what it is, who is there, and what can be done. */
export function hexName(
  view: RescueView,
  choices: readonly Choice[],
  selection: Selection | undefined,
  hex: Hex,
): string {
  const facts = [hex, ...groundName(view, hex)];
  if (view.bears[hex]) facts.push(bearNames(view.bears[hex]));
  if (view.scene?.[0] === hex) facts.push(view.ask === 'grow' ? 'cubs grow up here' : 'bears must leave');
  if (view.data.includes(hex)) facts.push('data');
  const order = shipOn(view, hex);
  if (order !== undefined) facts.push(shipFacts(view, order));
  const here = choicesAt(view, choices, hex);
  const offers = [...new Set(here.map((choice) => VERBS[verbOf(choice)] ?? choice.label))];
  if (here.some(({ draws }) => draws)) offers.push('turns something up');
  if (hex === shipHex(view) && choices.some((choice) => verbOf(choice) === 'sail')) offers.push('can sail');
  if (selection && 'at' in selection && selection.at === hex) offers.unshift('selected');
  return facts.join(', ') + (offers.length > 0 ? `; ${offers.join(', ')}` : '');
}

/** What the hex is, and whether the Location Flag stands on it. */
function groundName(view: RescueView, hex: Hex): string[] {
  return [...tileName(view, hex), ...(hex === view.flag ? ['Location Flag'] : [])];
}

function tileName(view: RescueView, hex: Hex): string[] {
  const here = ground(view, hex);
  switch (here.kind) {
    case 'ice': {
      const beside = around(hex).flatMap((next) => {
        const other = ground(view, next);
        return other.kind === 'ice' ? [other.number] : [];
      });
      const alarm = view.alert === here.number ? ['melts next', `next to ice ${beside.join(', ') || 'none'}`] : [];
      return [`ice ${here.number}`, ...alarm];
    }
    case 'support':
      return ['Support Tile'];
    case 'float':
      return ['ice float'];
    case 'base':
      return [
        `${hex === view.bases[0] ? 'north' : 'south'} base`,
        `${plural(view.helicopters, 'helicopter')} at both bases together`,
      ];
    case 'water':
      return ['water'];
  }
}

function shipFacts(view: RescueView, order: number): string {
  const ship = view.ships[order]!;
  const hold = ship.capacity > 0 ? `${ship.aboard.length} of ${ship.capacity} aboard` : 'no hold';
  return `${ship.name}, ${hold}${order === view.ship && view.ask !== 'over' ? ', whose turn it is' : ''}`;
}
