// What a step costs is said before it is done, in the same words on the board, in the list and to screen readers; what
// ends a match or cannot be taken back is asked about first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { board, places, ready, result } from './support/table.js';
import { reach } from './support/wander.js';

/** @typedef {import('playwright-core').Page} Page */

openHouse();

/** A table with two own seats, played by chance until somebody may do what is wanted. */
async function until(
  /** @type {string} */ game,
  /** @type {Parameters<typeof reach>[3]} */ wanted,
  /** @type {RegExp | undefined} */ first = undefined,
) {
  const person = await Person.come(browser, server, { viewport: LAPTOP, reducedMotion: 'reduce' });
  for (let tries = 0; tries < 20; tries += 1) {
    const code = await person.open({ game, seats: ['me', 'me'] });
    await places(person.page).first().waitFor();
    if (!(await reach(person, game, code, wanted, first))) continue;
    await ready(person.page);
    return person;
  }
  return assert.fail(`${game} never came there`);
}

/** The rows of the list of moves. @param {Page} page */
const rows = (page) => page.locator('#moves li').evaluateAll((all) => all.map((one) => one.textContent ?? ''));

const question = (/** @type {Page} */ page) => page.getByRole('group', { name: 'Question' });

test('breaking ice says which bears have no room, and what that costs', async () => {
  let cost = '';
  let hex = '';
  const person = await until('rescue-polar-bears', ({ warnings = [] }, words) => {
    const found = warnings.find(({ action, text }) => /^break/.test(words(action)) && /no room/.test(text));
    if (found) [cost, hex] = [found.text, words(found.action).split(' ')[1]];
    return found !== undefined;
  });
  const { page } = person;
  assert.match(cost, /-\d+ degrees?, .*no room: \d helicopters? of \d|no room: .*helicopter|the match is lost/);
  // What was played beside the page reaches it a moment later.
  await page
    .locator('#moves li', { hasText: cost })
    .first()
    .waitFor({ state: 'attached' })
    .catch(async (error) => assert.fail(`“${cost}” in ${await rows(page)}: ${error.message}`));
  const place = places(page).and(page.locator(`[data-place=${hex}]`));
  // On the board the tile that costs something carries a sign.
  assert.ok((await board(page).locator('.bang').count()) > 0, 'the board marks it');
  await person.tap(place);
  const button = board(page).getByRole('button', { name: /^Break ice/ });
  await button.waitFor();
  assert.ok((await button.innerText()).includes(cost), await button.innerText());
  person.isContent();
  await person.leave();
});

test('the pass that ends the season is asked about on the button, in the list and by key', async () => {
  const person = await until(
    'ice-breakers',
    ({ warnings = [], legal }, words) =>
      warnings.some(({ action, slip }) => legal.includes(action) && words(action) === 'pass' && slip),
    /^pass/,
  );
  const { page } = person;
  const pass = page.getByRole('group', { name: 'Tools', exact: true }).getByRole('button', { name: /^Pass/ });
  const row = page.locator('#moves li button').filter({ hasText: 'the season ends with' });
  for (const press of [() => person.tap(pass.first()), () => person.tap(row.first()), () => page.keyboard.press('e')]) {
    await press();
    await question(page).waitFor();
    assert.match(await question(page).innerText(), /The season ends with \d+ of 12 ships home/);
    assert.equal(await result(page).count(), 0);
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
  }
  await page.keyboard.press('e');
  await question(page).waitFor();
  await page.keyboard.press('e');
  await result(page).waitFor();
  person.isContent();
  await person.leave();
});

test('a flight that leads to a die is marked alike in the tray and in the list', async () => {
  /** @type {string[]} */
  let drawing = [];
  const person = await until('rescue-polar-bears', ({ legal, draws = [], forced }, words) => {
    const flees = legal.filter((number) => /^flee/.test(words(number)));
    if (flees.length < 2 || forced !== undefined) return false;
    drawing = flees.filter((number) => draws.includes(number)).map(words);
    return drawing.length > 0;
  });
  const { page } = person;
  // What was played beside the page reaches it a moment later.
  await page
    .waitForFunction((count) => document.querySelectorAll('#moves li:has(.draws)').length === count, drawing.length)
    .catch(async (error) => assert.fail(`${drawing} in ${await rows(page)}: ${error.message}`));
  // A kind of bear is chosen first, where there are several.
  const kinds = page.getByRole('group', { name: 'Who flees' }).getByRole('button');
  if (await kinds.count()) await person.tap(kinds.first());
  const tray = board(page).getByRole('button', { name: /rolls or turns something up/ });
  const onBoard = board(page).locator('.dice .reveal');
  assert.ok((await tray.count()) + (await onBoard.count()) > 0, 'the tray or the tile shows the die');
  person.isContent();
  await person.leave();
});
