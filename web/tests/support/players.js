// Three ways to play a match of any game, each through one kind of control alone: taps on the board, keys, and the list
// of moves. They play to get to the end: that makes short matches.

import assert from 'node:assert/strict';
import { any, below, chance } from './luck.js';
import { board, buttons, isDie, isOpen, look, moves, places, ready, settle } from './table.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./browser.js').Person} Person */

/** How far north a place is. @param {string} name */
function north(name) {
  if (name.startsWith('North Pole')) return 100;
  return Number(/\brow (\d+)/.exec(name)?.[1] ?? 0);
}

/** The places whose name offers this, the northernmost first. @param {string[]} names @param {RegExp} offer */
function offering(names, offer) {
  return names
    .flatMap((name, index) => (offer.test(name.replace(/^[^;]*/, '')) ? [index] : []))
    .sort((one, other) => north(names[other]) - north(names[one]));
}

/** The die, if it can be rolled or chosen. @param {string[]} names */
const readyDie = (names) => names.findIndex((name) => isDie(name) && !/^(Die|Second die)/.test(name));

/** One tap on the board or beside it that leads on; on the floes, a whole move. @param {Person} person */
export async function tapMove(person) {
  const { names } = await ready(person.page);
  const policy = names.some(isDie)
    ? tapFloes
    : /^(Glacier|Cliff|Pool) /.test(names[0])
      ? tapSheet
      : names.some((name) => /touches/.test(name))
        ? tapChannels
        : tapSea;
  return policy(person, names);
}

/** Taps a place of the board. @param {Person} person @param {number} place */
function tapPlace(person, place) {
  return settle(person.page, () => person.tap(places(person.page).nth(place)));
}

/**
 * Taps a place of a sheet, in the middle of its outline: places overlap, and what counts is where the finger comes
 * down.
 * @param {Person} person
 * @param {number} place
 */
function tapShape(person, place) {
  const shape = places(person.page).nth(place);
  return settle(person.page, async () => person.tap(shape, { force: true, position: await shape.evaluate(middle) }));
}

/** The middle of an outline, from the corner of the box around it. In the page. @param {Element} shape */
export function middle(shape) {
  const path = /** @type {SVGPathElement} */ (shape);
  const box = path.getBoundingClientRect();
  const points = Array.from({ length: 60 }, (_, step) =>
    path.getPointAtLength((step / 60) * path.getTotalLength()).matrixTransform(path.getScreenCTM() ?? undefined),
  );
  const mean = (/** @type {'x' | 'y'} */ axis) =>
    points.reduce((sum, point) => sum + point[axis], 0) / points.length - box[axis];
  return { x: mean('x'), y: mean('y') };
}

/**
 * Taps a button. A question without a choice may answer itself before the finger comes down; then the board has changed
 * as well.
 * @param {Person} person
 * @param {import('playwright-core').Locator} button
 */
function tapWhileThere(person, button) {
  return settle(person.page, () => person.tap(button, { timeout: 3000 }).catch(() => {}));
}

/** Taps a button beside the places. @param {Person} person @param {{ index: number }} button */
function tapButton(person, { index }) {
  return tapWhileThere(person, board(person.page).locator('button').nth(index));
}

/** The big button below the board, which not every question has. @param {Person} person */
const mainButton = ({ page }) =>
  page
    .getByRole('group', { name: 'Tools', exact: true })
    .getByRole('button', { name: /^(End|Done|Pass|Decline|Use|Roll)/ })
    .first();

/** @param {Person} person */
const tapMain = (person) => tapWhileThere(person, mainButton(person));

/** Which of the places are open, as far as their name fits. @param {string[]} names @param {RegExp} fits */
const open = (names, fits = /./) => names.flatMap((name, index) => (isOpen(name) && fits.test(name) ? [index] : []));

/**
 * Rescue Polar Bears: answers what is asked, then picks up what can be had, then sails.
 * @param {Person} person
 * @param {string[]} names
 */
async function tapSea(person, names) {
  const beside = await buttons(person.page);
  const answers = beside.filter(({ name, pressed }) => !pressed && !/^(Back|End)/.test(name));
  const kinds = answers.filter(({ group }) => group === 'Who flees');
  const asked = answers.filter(({ group }) => group !== 'Who flees');
  if (asked.length > 0) return tapButton(person, any(person.page, asked));
  if (kinds.length > 0 && !beside.some(({ group, pressed }) => group === 'Who flees' && pressed))
    return tapButton(person, kinds[0]);
  const good = open(names, /; .*(data|unload|load a bear|flee|cub|upgrade|airlift|alert|blow)/).filter(
    (place) => !/selected/.test(names[place]),
  );
  const draw = (/** @type {number[]} */ some) => any(person.page, some);
  const place = draw(good) ?? draw(open(names, /; .*sail here/)) ?? draw(open(names));
  const leaves = chance(person.page) < 0.1 && (await mainButton(person).isVisible());
  if (place !== undefined && !leaves) return tapPlace(person, place);
  return tapMain(person);
}

/**
 * Ice Breakers: opens with a card, breaks ice and moves ships for a while, then ends the turn.
 * @param {Person} person
 * @param {string[]} names
 */
async function tapChannels(person, names) {
  const beside = await buttons(person.page);
  const named = (/** @type {RegExp} */ name) => beside.find((button) => name.test(button.name));
  const asked = named(/^Close$/) && beside.find(({ group, name }) => /[:?]$|^Ship /.test(group) && name !== 'Close');
  if (asked) return tapButton(person, asked);
  const card = named(/: play it/);
  if (card) return tapButton(person, card);
  const target = any(person.page, open(names, /can go here/));
  if (target !== undefined) return tapPlace(person, target);
  const place = any(person.page, open(names, /can be broken|can move/));
  const leaves = chance(person.page) < 0.4 && (await mainButton(person).isVisible());
  if (place !== undefined && !leaves) return tapPlace(person, place);
  return tapMain(person);
}

/** Polar Roller: melts, takes, draws wherever it can, and says done. @param {Person} person @param {string[]} names */
async function tapSheet(person, names) {
  const beside = (await buttons(person.page)).filter(({ group }) => group === 'Dice and tools');
  const take = beside.find(({ name }) => /^Take the/.test(name));
  if (take) return tapButton(person, take);
  const place = any(person.page, open(names));
  if (place !== undefined) return tapShape(person, place);
  const last = beside.find(({ name }) => /^(Cross out|Done)/.test(name));
  return last ? tapButton(person, last) : tapMain(person);
}

/** Polar Dare! and its port. @param {Person} person @param {string[]} names */
async function tapFloes(person, names) {
  const { page } = person;
  const tap = (/** @type {number} */ place) => tapPlace(person, place);
  const die = readyDie(names);
  if (die >= 0) return tap(die);
  // What is still in hand goes on first.
  const held = names.findIndex((name) => name.endsWith('; selected'));
  if (held >= 0) return tap(offering(names, /can slide here|can be reached/)[0] ?? held);

  const movers = offering(names, /can step/);
  for (const mover of movers.slice(0, 3)) {
    await tap(mover);
    const targets = (await look(page)).names;
    const way = offering(targets, /can be reached(?!, but)/)[0];
    if (way !== undefined && (north(targets[way]) > north(names[mover]) || /bear can step/.test(names[mover])))
      return tap(way);
    // A place with several pieces picks up the next one before it lets go.
    while ((await look(page)).names[mover].endsWith('; selected')) await tap(mover);
  }

  const floes = offering(names, /can slide (?!here)/);
  const place = any(page, floes) ?? movers[0];
  assert.notEqual(place, undefined, `a place to tap: ${names.join(' | ')}`);
  await tap(place);
  const after = (await look(page)).names;
  if (!after[place].endsWith('; selected')) return undefined;
  return tap(offering(after, /can slide here|can be reached/)[0]);
}

/** One step by keys, with the focus on the board; on the floes, a whole move. @param {Person} person */
export async function keyMove({ page }) {
  const press = (/** @type {string} */ key) => page.keyboard.press(key);
  const { names } = await ready(page);
  if (!names.some(isDie)) return keyStep(page, names);
  if (readyDie(names) >= 0) return settle(page, () => press('r'));

  const piece = await next(page, /can step/);
  if (piece) {
    await settle(page, () => press('Enter'));
    const target = await next(
      page,
      /can be reached(?!, but)/,
      (name) => north(name) > north(piece) || /bear can step/.test(piece),
    );
    if (target) return settle(page, () => press('Enter'));
    await settle(page, () => press('Escape'));
  }
  const count = Math.min(await moves(page).count(), 9);
  return settle(page, () => press(String(1 + below(page, count))));
}

/**
 * Goes to an open place and chooses it, answers what is asked there, or ends the turn.
 * @param {Page} page
 * @param {string[]} names
 */
async function keyStep(page, names) {
  const press = (/** @type {string} */ key) => settle(page, () => page.keyboard.press(key));
  const can = await moves(page).evaluateAll((all) => all.map((move) => move.textContent ?? ''));
  const ends = can.some((move) => /\b(End the|Done)/.test(move));
  const opens = can.some((move) => /Open the turn/.test(move));
  if (ends && (can.length === 1 || chance(page) < 0.25)) return press('e');
  if (opens || open(names).length === 0)
    return press(ends && can.length === 2 ? String(1 + can.findIndex((move) => !/\b(End the|Done)/.test(move))) : '1');
  for (let count = 1 + below(page, 3); count > 0; count -= 1) await page.keyboard.press('n');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await press('Enter');
  // A place with several choices leads the focus to them.
  const asked = await page.evaluate(() => document.activeElement?.tagName === 'BUTTON');
  return asked ? press('Enter') : undefined;
}

/**
 * Goes with N to the next place with such a name; answers its name.
 * @param {Page} page
 * @param {RegExp} offer
 * @param {(name: string) => boolean} fits
 */
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

/** The name of the focused place or button. @param {Page} page */
export function focused(page) {
  return page.evaluate(() => {
    const { activeElement } = document;
    return (
      activeElement?.getAttribute('aria-label') ??
      (activeElement?.tagName === 'BUTTON' ? activeElement.textContent : '') ??
      ''
    );
  });
}

/** How good a move sounds: the longer the way north, the better. @param {Page} page @param {string} label */
function promise(page, label) {
  if (/^(End the|Done|Pass|Give)/.test(label)) return chance(page) < 0.2 ? 1 : -2;
  const hop = /^Penguin from (.+) to (.+)$/.exec(label);
  if (!hop) return /^Roll/.test(label) ? 9 : 0;
  const pack = (/** @type {string} */ place) => (/North/.test(place) ? 9 : Number(/\d/.exec(place)?.[0] ?? 0));
  const [from, to] = [pack(hop[1]), pack(hop[2])];
  return to > from ? to - from : -1;
}

/** After so many milliseconds a move that cannot be pressed may be gone. */
const GONE = 8000;

/** One move by its name in the list, which is a drawer on a phone. @param {Person} person */
export async function listMove(person) {
  const { page } = person;
  const list = page.getByRole('button', { name: /^All moves/, expanded: false });
  if (await list.isVisible()) await person.tap(list);
  const names = await moveNames(page);
  const worth = names.map((name) => promise(page, name));
  const name = any(
    page,
    names.filter((_, index) => worth[index] === Math.max(...worth)),
  );
  assert.ok(name, 'a move can be named');
  const button = moves(page)
    .and(page.getByRole('button', { name, exact: true }))
    .first();
  await settled(page, () => person.tap(button, { timeout: GONE })).catch(async (error) => {
    // Somebody else has acted meanwhile, or the only answer was given by itself: whoever wants a move looks again.
    if (!String(error).includes(`Timeout ${GONE}ms`) || (await button.count()) > 0) throw error;
  });
}

/** The names of the moves as they are read aloud. @param {Page} page */
async function moveNames(page) {
  await moves(page).first().waitFor();
  const tree = await page.getByRole('region', { name: 'Moves' }).ariaSnapshot();
  const list = tree.slice(tree.indexOf('- list'));
  return [...list.matchAll(/- '?button "((?:[^"\\\\]|\\\\.)*)"/g)].map(([, name]) => name);
}

/**
 * Does something and waits until the server has answered: the log is another one then. That alone does not tell, for
 * others may act at the same time.
 * @param {Page} page @param {() => Promise<unknown>} act
 */
async function settled(page, act) {
  const said = () => page.evaluate(() => document.querySelector('[role=log]')?.textContent ?? '');
  const before = await said();
  await act();
  await page.waitForFunction((before) => document.querySelector('[role=log]')?.textContent !== before, before, {
    polling: 15,
  });
  await ready(page);
}
