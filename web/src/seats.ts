// How seats are told apart, everywhere alike: by colour, by shape and by letter.

import { getContext, setContext } from 'svelte';

/** The shape of a seat's mark. */
export type Shape =
  | 'triangle'
  | 'square'
  | 'circle'
  | 'star'
  | 'diamond'
  | 'hexagon'
  | 'cross'
  | 'crescent'
  | 'heart'
  | 'drop'
  | 'wedge'
  | 'pentagon';

/** A seat's colour, the ink that is readable on it, and its shape. */
export type SeatMark = { colour: string; ink: string; shape: Shape };

const DARK = '#0b1b28';
const WHITE = '#ffffff';

// Okabe and Ito's colours, which people with any colour vision tell apart; from seat 9 on they come again in new shapes.
const MARKS: readonly SeatMark[] = [
  { colour: '#d55e00', ink: DARK, shape: 'triangle' },
  { colour: '#0072b2', ink: WHITE, shape: 'square' },
  { colour: '#009e73', ink: DARK, shape: 'circle' },
  { colour: '#f0e442', ink: DARK, shape: 'star' },
  { colour: '#56b4e9', ink: DARK, shape: 'diamond' },
  { colour: '#cc79a7', ink: DARK, shape: 'hexagon' },
  { colour: '#39424a', ink: WHITE, shape: 'cross' },
  { colour: '#d9dfe4', ink: DARK, shape: 'crescent' },
  { colour: '#d55e00', ink: DARK, shape: 'heart' },
  { colour: '#0072b2', ink: WHITE, shape: 'drop' },
  { colour: '#009e73', ink: DARK, shape: 'wedge' },
  { colour: '#f0e442', ink: DARK, shape: 'pentagon' },
];

/** Outlines of the shapes in a box from -10 to 10. */
export const OUTLINES: Readonly<Record<Shape, string>> = {
  triangle: 'M0-9.5 9.5 8H-9.5Z',
  square: 'M-8-8H8V8H-8Z',
  circle: 'M0-9A9 9 0 0 1 0 9 9 9 0 0 1 0-9Z',
  star: 'M0-10 2.9-3.6 9.9-2.8 4.7 1.9 6.1 8.8 0 5.3-6.1 8.8-4.7 1.9-9.9-2.8-2.9-3.6Z',
  diamond: 'M0-10 8.5 0 0 10-8.5 0Z',
  hexagon: 'M-5-8.7H5L10 0 5 8.7H-5L-10 0Z',
  cross: 'M-4-9.5H4V-4H9.5V4H4V9.5H-4V4H-9.5V-4H-4Z',
  crescent: 'M3-9.5A9.5 9.5 0 1 0 9.5 3 8 8 0 0 1 3-9.5Z',
  heart: 'M0 9.5C-14-1-9-10-4-9-1.5-8.6 0-7 0-5S1.5-8.6 4-9C9-10 14-1 0 9.5Z',
  drop: 'M0-10C4-4 8-.5 8 3A8 7.5 0 0 1-8 3C-8-.5-4-4 0-10Z',
  wedge: 'M-9.5-8H9.5L0 9.5Z',
  pentagon: 'M0-9.5 9.5-2.5 5.9 8.5H-5.9L-9.5-2.5Z',
};

/** The mark of a set of pieces, or of the seat to which it belongs if nobody chooses; counted from 1. */
export function seatMark(set: number): SeatMark {
  return MARKS[(set - 1) % MARKS.length]!;
}

type Dressed = () => readonly { set?: number }[];

const DRESSED = Symbol('the seats of the table that is drawn');

/** Everything inside of the component that calls this is drawn with the sets of pieces of these seats. */
export function dressSeats(seats: Dressed): void {
  setContext(DRESSED, seats);
}

/** The marks of the seats of the table that is drawn around the component that calls this. */
export function seatMarks(): (seat: number) => SeatMark {
  const seats = getContext<Dressed | undefined>(DRESSED);
  return (seat) => seatMark(seats?.()[seat - 1]?.set ?? seat);
}

/**
 * The letter of a seat: the first letter of what the game calls it, or, where two seats would share one,
 * A for seat 1, B for seat 2 and so on.
 */
export function seatLetter(seat: number, names: readonly string[]): string {
  const initials = names.map((name) => name.slice(0, 1).toUpperCase());
  const unique = new Set(initials).size === initials.length && !initials.includes('');
  return (unique && initials[seat - 1]) || String.fromCharCode(64 + seat);
}
