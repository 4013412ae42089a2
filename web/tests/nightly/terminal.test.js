// Whole matches of all games between a browser and a terminal, in a small and in a large one.

import { test } from 'node:test';
import { openHouse } from '../support/house.js';
import { playTogether } from '../support/terminal.js';

openHouse();

/** @type {[game: string, options: object][]} */
const GAMES = [
  ['polar-dare', { turn_limit: 30 }],
  ['piecepack-dare', { turn_limit: 30, mega_ice_age: true }],
  ['rescue-polar-bears', {}],
  ['ice-breakers', { introductory: true, map: 'easy' }],
  ['polar-roller', {}],
];

for (const [game, options] of GAMES) {
  for (const size of /** @type {[number, number][]} */ ([
    [80, 24],
    [120, 40],
  ])) {
    test(`${game} at ${size.join(' by ')}`, () => playTogether(game, options, size, { kill: 6, cut: 12 }));
  }
}
