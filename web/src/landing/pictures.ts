// The pictures of the games: one drawing each, a file of its own.

const FILES = import.meta.glob<string>('./pictures/*.svg', { eager: true, query: '?url', import: 'default' });

/** How large every picture is, so that its place is kept before it is there. */
export const PICTURE = { width: 640, height: 400 };

/** Where to look when only a part fits: how far from the left, in percent. */
const FOCUS: Readonly<Record<string, number>> = {
  'polar-dare': 24,
  'piecepack-dare': 42,
  'rescue-polar-bears': 46,
  'polar-roller': 34,
};

/** Which part of a game's picture is shown where it does not fit. */
export const focusOf = (game: string): string => `${FOCUS[game] ?? 50}% 60%`;

/** Where the picture of a game is; a game without one shows open water. */
export function pictureOf(game: string): string {
  return FILES[`./pictures/${game}.svg`] ?? FILES['./pictures/open-water.svg']!;
}
