// What places, cards, reports and seats are called, on screen and read aloud.

import type { SeatInfo } from '../../protocol/protocol';
import type { IceBreakersView } from '../../protocol/views';
import { breaking, movesTo, readyAt, targets, type Deed, type Selection } from './gestures';
import { chartOf, isHarbour, isHome, pieceAt, shipsAt } from './layout';

/** The kinds of cards in the order in which hands are laid out. */
export const CARDS: readonly string[] = ['5', '7', '10', 'r3', 'b1', 'ab2'];

/** A card as it is written on its face: `7`, `R3`. */
export const cardMark = (card: string): string => card.toUpperCase();

/** A card as it is read aloud: `Power 7`. */
export function cardName(card: string): string {
  const names: Record<string, string> = { r3: 'Retrofit R3', b1: 'Bubbler B1', ab2: 'Auto-Ballast AB2' };
  return names[card] ?? `Power ${card}`;
}

/** Cards with their counts, in the order of hands. */
export function sorted(cards: Readonly<Record<string, number>> | undefined): [card: string, count: number][] {
  return CARDS.flatMap((card): [string, number][] => (cards?.[card] ? [[card, cards[card]]] : []));
}

/** Cards in words: `Power 5 twice, Bubbler B1`. */
export function cardList(cards: Readonly<Record<string, number>> | undefined): string {
  const names = sorted(cards).map(([card, count]) => (count === 1 ? cardName(card) : `${count} x ${cardName(card)}`));
  return names.length > 0 ? names.join(', ') : 'no cards';
}

/** How a seat is called: `you`, or the name of the person or bot. */
export function seatName(seats: readonly SeatInfo[], seat: number): string {
  const info = seats.find((one) => one.seat === seat);
  if (!info) return `Seat ${seat}`;
  return info.player === '' ? info.name : info.player;
}

/** The numbers of a report; none if it is mild. */
export function reportNumbers(report: string | undefined): number[] {
  return report === undefined || report === 'mild' ? [] : report.split('+').map(Number);
}

/** A report as it is read aloud: `2 and 3`. */
export function reportName(report: string | undefined): string {
  if (report === undefined) return 'none';
  return report === 'mild' ? 'mild, nothing freezes' : report.split('+').join(' and ');
}

/** A place as sentences call it, after what is written on the board: `h5`, `space 2 of j1–h5`, counted from `j1`, or `space 17`. */
export function spoken(place: string): string {
  if (/^s\d+$/.test(place)) return `space ${place.slice(1)}`;
  const [, from, to, space] = /^([hj]\d+)([hj]\d+)\.(\d+)$/.exec(place) ?? [];
  return space ? `space ${space} of ${from}–${to}` : place;
}

/** The same where there is little room: `2 of j1–h5`. */
export const short = (place: string): string => spoken(place).replace('space ', '');

/** A place as it is read aloud: what it is, who is there, what it touches, and what can be done. */
export function placeName(
  view: IceBreakersView,
  all: readonly Deed[],
  selection: Selection | undefined,
  place: string,
): string {
  const offers = offersOf(view, all, selection, place);
  const facts = [
    ...what(view, place),
    ...who(view, place),
    `touches ${(chartOf(view).beside.get(place) ?? []).map(spoken).join(', ')}`,
  ];
  return facts.join(', ') + (offers.length > 0 ? `; ${offers.join(', ')}` : '');
}

/** What a place shows: `ice 3`, `water 2, freezes when the turn ends`. */
export function what(view: IceBreakersView, place: string): string[] {
  if (isHarbour(place)) {
    const cards = view.rewards[place]?.map(cardName) ?? [];
    const waiting = cards.length > 0 ? [`${cards.join(', ')} waiting`] : [];
    const flag = chartOf(view).flags.get(place);
    return [
      `${place} ${view.large.includes(place) ? 'large ' : ''}harbour`,
      ...(flag ? [`flag of ${flag}`] : []),
      ...waiting,
    ];
  }
  const piece = pieceAt(view, place);
  const kind = /^j\d+$/.test(place) ? 'junction ' : '';
  const name = spoken(place);
  if (!piece) return [`${name} ${kind}still empty`];
  if (piece.ice) return [`${name} ${kind}ice ${piece.number}`];
  return [`${name} ${kind}water ${piece.number}`, ...(piece.freezes ? ['freezes when the turn ends'] : [])];
}

function who(view: IceBreakersView, place: string): string[] {
  const facts: string[] = [];
  const ice = pieceAt(view, place)?.ice ?? false;
  for (const ship of shipsAt(view, place)) {
    const pinned = view.pinned?.includes(ship) ? ', freezes in when the turn ends' : '';
    facts.push(`ship ${ship} bound for h${ship}${ice ? ', stuck' : pinned}`);
  }
  const own = Number(place.slice(1));
  if (isHarbour(place) && isHome(view, own)) facts.push(`ship ${own} is home`);
  return facts;
}

function offersOf(
  view: IceBreakersView,
  all: readonly Deed[],
  selection: Selection | undefined,
  place: string,
): string[] {
  const offers: string[] = [];
  if (selection?.kind === 'ship') {
    if (view.ships[selection.ship] === place) offers.push(`ship ${selection.ship} is selected`);
    if (targets(all, selection).includes(place)) offers.push(`ship ${selection.ship} can go here`);
  }
  const piece = pieceAt(view, place);
  if (breaking(all, place)) offers.push(`can be broken for ${plural(piece?.number ?? 0, 'point')}`);
  if (selection?.kind === 'ship') return offers;
  const ready = readyAt(view, all, place);
  if (ready.length > 0) offers.push(`${ships(ready)} can move`);
  const into = movesTo(all, place).map(({ ship }) => ship);
  if (into.length > 0 && ready.length === 0) offers.push(`${ships(into)} can come here`);
  return offers;
}

/** Ships in words: `ship 4`, `ships 4, 9`. */
export function ships(list: readonly number[]): string {
  return `${list.length === 1 ? 'ship' : 'ships'} ${list.join(', ')}`;
}

/** A number with its noun: `1 point`, `3 points`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
