// What taps and keys mean: they pick among the actions that the table offers. No rule is judged here.

import type * as drawing from '../drawing';
import { none } from '../none';
import type { PolarRollerAction } from '../../protocol/actions';
import type { PolarRollerView } from '../../protocol/views';
import { chartOf, type Kind, type Place } from './layout';

export type Choice = drawing.Choice<PolarRollerAction>;

export type Animal = 'penguin' | 'orca' | 'bear';

/** What one seat may do now, sorted by where it is done. */
export type Offers = {
  /** Melting and drawing, by place. */
  places: Map<Place, Choice>;
  /** Dice of neighbours. */
  takes: { choice: Choice; side: string; die: string }[];
  /** Changes for a fish, by the number that changes. */
  eats: { choice: Choice; from: number; to: number }[];
  /** Numbers without a place. */
  crosses: { choice: Choice; number: number }[];
  done?: Choice;
};

/** What a tap leads to: an action, or words of what may have been meant, the likeliest first. */
export type Answer = { act: Choice } | { why: string[] };

/** What a seat may do, taken from the choices. */
export function offers(choices: readonly Choice[], seat: number): Offers {
  const all: Offers = { places: new Map(), takes: [], eats: [], crosses: [] };
  for (const choice of choices) {
    if (choice.seat !== seat) continue;
    const { action } = choice;
    switch (action.action) {
      case 'melt':
      case 'bear':
        all.places.set(action.glacier, choice);
        break;
      case 'penguin':
        all.places.set(String(action.cliff), choice);
        break;
      case 'orca':
        all.places.set(action.pool, choice);
        break;
      case 'take':
        all.takes.push({ choice, side: action.side, die: action.die });
        break;
      case 'eat':
        all.eats.push({ choice, from: action.from, to: action.to });
        break;
      case 'cross':
        all.crosses.push({ choice, number: action.number });
        break;
      case 'done':
        all.done = choice;
        break;
      default:
        none(action);
    }
  }
  return all;
}

/** The seats for which the table waits. */
export function busy(view: PolarRollerView): number[] {
  return Object.entries(view.sheets)
    .filter(([, sheet]) => sheet?.busy)
    .map(([seat]) => Number(seat));
}

/** The animal of a number. */
export function animalOf(view: PolarRollerView, number: number): Animal {
  return (view.animals[number - 1] ?? 'bear') as Animal;
}

/** Where an animal is drawn. */
export function kindOf(animal: Animal): Kind {
  return animal === 'penguin' ? 'cliff' : animal === 'orca' ? 'pool' : 'glacier';
}

/** The kind of place at which fingers aim: that of the chosen animal, or of what is to do. */
export function aim(view: PolarRollerView, { places }: Offers, tool: Animal | undefined): Kind {
  if (view.phase !== 'draw') return 'glacier';
  const { spotOf } = chartOf(view);
  const kinds = new Set([...places.keys()].map((place) => spotOf(place)?.kind));
  if (tool && kinds.has(kindOf(tool))) return kindOf(tool);
  return (['cliff', 'pool', 'glacier'] as const).find((kind) => kinds.has(kind)) ?? 'cliff';
}

/** What a tap on a place of an own sheet means. */
export function tap(view: PolarRollerView, { places }: Offers, place: Place): Answer {
  const choice = places.get(place);
  return choice ? { act: choice } : { why: meant(view, place) };
}

/** What somebody who taps here may have wanted, the likeliest first. */
export function meant(view: PolarRollerView, place: Place): string[] {
  const kind = chartOf(view).spotOf(place)?.kind;
  if (kind === 'cliff') return [`penguin ${place}`];
  if (kind === 'pool') return [`orca ${place}`];
  const draws = view.phase === 'draw' || view.phase === 'polar_dice';
  return draws ? [`bear ${place}`, `melt ${place}`] : [`melt ${place}`, `bear ${place}`];
}

/** The places that N and P visit: what can be chosen, those that fingers aim at first. */
export function stops(view: PolarRollerView, offers: Offers, kind: Kind): Place[] {
  const able = chartOf(view).spots.filter(({ name }) => offers.places.has(name));
  return [...able.filter((spot) => spot.kind === kind), ...able.filter((spot) => spot.kind !== kind)].map(
    ({ name }) => name,
  );
}

/** How the points would change there, as the view tells it. */
export function gainAt(view: PolarRollerView, seat: number, place: Place | 'fish'): number {
  const gains = Object.entries(view.sheets[seat]?.gains ?? {});
  return Number(gains.find(([, places]) => places?.split(' ').includes(place))?.[0] ?? 0);
}

/** A difference as it is written: `+3`, `−2`, `0`. */
export function signed(gain: number): string {
  return gain > 0 ? `+${gain}` : gain < 0 ? `−${-gain}` : '0';
}

/** The buttons of the tray: everything that is not done on the map. */
export type TrayButtons = {
  /** The neighbours with their dice; a die without a choice cannot be taken. */
  lenders: { side: string; seat: number; dice: { number: number; choice?: Choice }[] }[];
  /** The numbers that are not used yet, the borrowed one first; one without a place can be crossed out. */
  numbers: { number: number; borrowed: boolean; animal: Animal; places: number; best: number; cross?: Choice }[];
  /** The numbers that a fish can change; `dull` changes keep the animal. */
  changes: { from: number; into: { to: number; dull: boolean; choice: Choice }[] }[];
  done?: Choice;
};

/** What the tray shows for a seat. */
export function tray(view: PolarRollerView, seat: number, offers: Offers): TrayButtons {
  const sheet = view.sheets[seat];
  const { spotOf } = chartOf(view);
  const lenders = Object.entries(sheet?.lenders ?? {}).map(([side, from = 0]) => {
    const dice = (view.sheets[from]?.dice ?? []).map((number, index) => {
      const choice = offers.takes.find((take) => take.side === side && take.die === String(index + 1))?.choice;
      return choice ? { number, choice } : { number };
    });
    return { side, seat: from, dice };
  });
  const unused = [
    ...(sheet?.borrowed ? [{ number: sheet.borrowed, borrowed: true }] : []),
    ...(sheet?.own ?? []).map((number) => ({ number, borrowed: false })),
  ];
  const numbers = unused.map(({ number, borrowed }) => {
    const animal = animalOf(view, number);
    const places = [...offers.places.keys()].filter((place) => spotOf(place)?.kind === kindOf(animal));
    const best = places.length > 0 ? Math.max(...places.map((place) => gainAt(view, seat, place))) : 0;
    const cross = offers.crosses.find((one) => one.number === number)?.choice;
    return { number, borrowed, animal, places: places.length, best, ...(cross ? { cross } : {}) };
  });
  const changes = [...new Set(offers.eats.map(({ from }) => from))].map((from) => ({
    from,
    into: offers.eats
      .filter((eat) => eat.from === from)
      .map(({ to, choice }) => ({ to, choice, dull: animalOf(view, to) === animalOf(view, from) })),
  }));
  return { lenders, numbers, changes, ...(offers.done ? { done: offers.done } : {}) };
}
