// Which games are drawn here, and what is loaded for them.

import type { Listed } from '../drawing';

const game: Listed = {
  ids: ['rescue-polar-bears'],
  whole: () => import('.'),
  board: () => import('./Board.svelte'),
  paper: () => import('./Paper.svelte'),
};

export default game;
