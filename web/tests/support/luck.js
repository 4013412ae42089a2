// What the players of the tests draw from. The seed is printed, and given again by POLYNYA_SEED it makes them draw the
// same; the dice are the server's and fall as they like.

/** @typedef {import('playwright-core').Page} Page */

const SEED = process.env.POLYNYA_SEED ?? String(Math.floor(Math.random() * 2 ** 32));
console.log(`The players draw from POLYNYA_SEED=${SEED}.`);

/** SplitMix32: numbers from 0 up to 1. @param {number} state */
function generator(state) {
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** @type {WeakMap<Page, () => number>} */
const streams = new WeakMap();
let players = 0;

/**
 * The next number of a player, from 0 up to 1: each has a stream, in the order of their first draws.
 * @param {Page} page
 */
export function chance(page) {
  let draw = streams.get(page);
  if (!draw) {
    players += 1;
    draw = generator(Number(SEED) ^ Math.imul(players, 0x85ebca6b));
    streams.set(page, draw);
  }
  return draw();
}

/** A whole number below `count`. @param {Page} page @param {number} count */
export const below = (page, count) => Math.floor(chance(page) * count);

/** One of these. @template T @param {Page} page @param {readonly T[]} some @returns {T} */
export const any = (page, some) => some[below(page, some.length)];
