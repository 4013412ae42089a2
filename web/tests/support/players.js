// Three ways to play a match, each through one kind of control alone: taps on the board, keys, and the list of moves.
// They play to get home: that makes short matches.

import assert from 'node:assert/strict';
import { isDie, look, moves, places, ready, settle } from './table.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./browser.js').Person} Person */

/** How far north a place is. @param {string} name */
function north(name) {
  if (name.startsWith('North Pole')) return 100;
  return Number(/\brow (\d+)/.exec(name)?.[1] ?? 0);
}

/** The places whose name offers this, the northernmost first. @param {string[]} names @param {RegExp} offer */
function offering(names, offer) {
  return names.flatMap((name, index) => (offer.test(name.replace(/^[^;]*/, '')) ? [index] : [])).sort((one, other) => north(names[other]) - north(names[one]));
}

/** The die, if it can be rolled or chosen. @param {string[]} names */
const readyDie = (names) => names.findIndex((name) => isDie(name) && !/^(Die|Second die)/.test(name));

/** One move by taps on the board. @param {Person} person */
export async function tapMove(person) {
  const { page } = person;
  const tap = (/** @type {number} */ place) => settle(page, () => person.tap(places(page).nth(place)));
  const { names } = await ready(page);
  const die = readyDie(names);
  if (die >= 0) return tap(die);

  const movers = offering(names, /can step/);
  for (const mover of movers.slice(0, 3)) {
    await tap(mover);
    const targets = (await look(page)).names;
    const way = offering(targets, /can be reached(?!, but)/)[0];
    if (way !== undefined && (north(targets[way]) > north(names[mover]) || /bear can step/.test(names[mover]))) return tap(way);
    // A place with several pieces picks up the next one before it lets go.
    while ((await look(page)).names[mover].endsWith('; selected')) await tap(mover);
  }

  const floes = offering(names, /can slide (?!here)/);
  const place = floes[Math.floor(Math.random() * floes.length)] ?? movers[0];
  assert.notEqual(place, undefined, `a place to tap: ${names.join(' | ')}`);
  await tap(place);
  const after = (await look(page)).names;
  if (!after[place].endsWith('; selected')) return undefined;
  return tap(offering(after, /can slide here|can be reached/)[0]);
}

/** One move by keys, with the focus on the board. @param {Person} person */
export async function keyMove({ page }) {
  const press = (/** @type {string} */ key) => page.keyboard.press(key);
  const { names } = await look(page);
  if (readyDie(names) >= 0) return settle(page, () => press('r'));

  const piece = await next(page, /can step/);
  if (piece) {
    await settle(page, () => press('Enter'));
    const target = await next(page, /can be reached(?!, but)/, (name) => north(name) > north(piece) || /bear can step/.test(piece));
    if (target) return settle(page, () => press('Enter'));
    await settle(page, () => press('Escape'));
  }
  const count = Math.min(await moves(page).count(), 9);
  return settle(page, () => press(String(1 + Math.floor(Math.random() * count))));
}

/** Goes with N to the next place with such a name; answers its name. @param {Page} page @param {RegExp} offer @param {(name: string) => boolean} fits */
async function next(page, offer, fits = () => true) {
  const seen = new Set();
  for (;;) {
    await page.keyboard.press('n');
    // The focus follows with the next drawing.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const name = await focused(page);
    if (offer.test(name) && fits(name)) return name;
    if (seen.has(name)) return undefined;
    seen.add(name);
  }
}

/** The name of the focused place. @param {Page} page */
export const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

/** How good a move sounds: the longer the way north, the better. @param {string} label */
function promise(label) {
  const hop = /^Penguin from (.+) to (.+)$/.exec(label);
  if (!hop) return /^Roll/.test(label) ? 9 : 0;
  const pack = (/** @type {string} */ place) => (/North/.test(place) ? 9 : Number(/\d/.exec(place)?.[0] ?? 0));
  const [from, to] = [pack(hop[1]), pack(hop[2])];
  return to > from ? to - from : -1;
}

/** One move by its name in the list, which is a drawer on a phone. @param {Person} person */
export async function listMove(person) {
  const { page } = person;
  const drawer = page.getByRole('button', { name: /^All moves/ });
  if (await drawer.isVisible()) await person.tap(drawer);
  const names = await moveNames(page);
  const best = Math.max(...names.map(promise));
  const good = names.filter((label) => promise(label) === best);
  const name = good[Math.floor(Math.random() * good.length)];
  assert.ok(name, 'a move can be named');
  await settled(page, () => person.tap(moves(page).and(page.getByRole('button', { name, exact: true })).first()));
}

/** The names of the moves as they are read aloud. @param {Page} page */
async function moveNames(page) {
  await moves(page).first().waitFor();
  const tree = await page.getByRole('region', { name: 'Moves' }).ariaSnapshot();
  const list = tree.slice(tree.indexOf('- list'));
  return [...list.matchAll(/- '?button "((?:[^"\\\\]|\\\\.)*)"/g)].map(([, name]) => name);
}

/** Does something and waits until the server has answered: the log or the list is another one then. @param {Page} page @param {() => Promise<unknown>} act */
async function settled(page, act) {
  const said = () => page.evaluate(() => document.querySelector('[role=log]')?.textContent ?? '');
  const before = await said();
  await act();
  await page.waitForFunction((before) => document.querySelector('[role=log]')?.textContent !== before, before, { polling: 15 });
}
