// A table as people find it on the screen: by roles and names, never by how it is built.

import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */

/**
 * A door to a game on the first page.
 * @param {Page} page
 * @param {string} game
 * @param {'Play bots' | 'Invite' | 'One screen'} which
 */
export function door(page, game, which) {
  const name = { 'Play bots': /^Play (with|against) bots/, Invite: /^Friends/, 'One screen': /^One screen/ }[which];
  return page.getByRole('article', { name: game, exact: true }).getByRole('button', { name });
}

// Cells of a grid, options of the lists on a sheet, or the places of a chart.
const PLACES = '[role=gridcell], [role=option], [role=group][aria-label^="Map of the channels"] [role=button]';

/** The board with everything that lies beside it. @param {Page} page */
export const board = (page) => page.getByRole('region', { name: 'Board', exact: true });

/** The places of the board, in reading order. @param {Page} page */
export const places = (page) => board(page).locator(PLACES);

/** The list of moves. @param {Page} page */
export const moves = (page) => page.getByRole('region', { name: 'Moves' }).getByRole('listitem').getByRole('button');

/** What there is to do, and why something cannot be done. @param {Page} page */
export const prompt = (page) => page.getByRole('region', { name: /^(What to do now|How it ended)$/ });

/** The result of the match. @param {Page} page */
export const result = (page) => prompt(page).getByRole('heading', { name: /won|wins|share the win|over/ });

/** What the page says about whose turn it is, and the names of all places. @param {Page} page */
export function look(page) {
  return page.evaluate(
    (places) => ({
      title: document.title,
      names: [...document.querySelectorAll(`[aria-label=Board] :is(${places})`)].map(
        (place) => place.getAttribute('aria-label') ?? '',
      ),
    }),
    PLACES,
  );
}

/** The position as the places tell it, without what the viewer could do there. @param {Page} page */
export async function position(page) {
  const { names } = await look(page);
  if (!names.some(isOnSheet)) return names.map((name) => name.replace(/;.*/, '')).filter((name) => !isDie(name));
  // Everybody sees another sheet large, and all of them small.
  const sheets = await page.getByRole('group', { name: 'Sheets of all seats' }).getByRole('button').all();
  const told = await Promise.all(sheets.map((sheet) => sheet.locator('.hidden-text').textContent()));
  return told.map((label) => (label ?? '').replace(/^.*?: /, ''));
}

/** Is this the name of a die? What it says depends on who may roll it. @param {string} name */
export const isDie = (name) => /^(Roll|Use|Die|Second die)\b/.test(name);

/** Is this the name of a place on a sheet of Polar Roller? @param {string} name */
const isOnSheet = (name) => /^(Glacier|Cliff|Pool) /.test(name);

/** Does the name of a place say that something can be done there? @param {string} name */
export const isOpen = (name) =>
  isOnSheet(name) ? name.includes('can be chosen') : name.includes(';') || /^(Roll|Use)\b/.test(name);

/** @param {{ title: string }} seen */
export const isMine = ({ title }) => title.startsWith('●');

/** @param {{ title: string }} seen */
export const isOver = ({ title }) => title.startsWith('The match is over');

/**
 * What can be seen of the table, as one text. Nothing as long as it looks as before, the server has not answered, or
 * nothing can be done though it is time to act. In the page.
 */
function settled(/** @type {{ before?: string, places: string }} */ { before, places }) {
  const names = [...document.querySelectorAll(`[aria-label=Board] :is(${places}, button)`)].map(
    (place) => (place.getAttribute('aria-label') ?? '') + place.getAttribute('aria-pressed'),
  );
  const texts = ['[aria-label=Board]', '[aria-label="What to do now"], [aria-label="How it ended"]'].map(
    (part) => document.querySelector(part)?.textContent ?? '',
  );
  const seen = [document.title, ...names, ...texts].join();
  if (before === undefined) return seen;
  // A question without a choice may have answered itself and ended the turn before the finger came down.
  if (
    (seen === before && !/^[^●].*’s turn – /.test(document.title)) ||
    [...document.querySelectorAll('[role=status]')].some((status) => status.textContent === 'sending…')
  )
    return '';
  return !document.title.startsWith('●') || document.querySelector('[aria-label=Moves] li') ? seen : '';
}

/**
 * Does something, and waits until the board shows it and the server has answered.
 * @param {Page} page
 * @param {() => Promise<unknown>} act
 */
export async function settle(page, act) {
  const before = await page.evaluate(settled, { places: PLACES });
  await act();
  await page.waitForFunction(settled, { before, places: PLACES }, { polling: 15 });
}

/** Waits until something can be done on the board; answers what it looks like. @param {Page} page */
export async function ready(page) {
  try {
    await page.waitForFunction(settled, { before: '', places: PLACES }, { polling: 15, timeout: 10_000 });
  } catch {
    const { title, names } = await look(page);
    assert.fail(
      `nothing can be done: ${title}. ${await page.getByRole('banner').innerText()} ${await prompt(page).innerText()} ${names.join(' | ')}`,
    );
  }
  return look(page);
}

/**
 * The buttons beside the places of the board, with the group that each stands in.
 * @param {Page} page @returns {Promise<{ name: string, group: string, pressed: boolean, index: number }[]>}
 */
export function buttons(page) {
  return board(page)
    .locator('button')
    .evaluateAll((all) =>
      all.flatMap((button, index) => {
        if (button.getClientRects().length === 0 || button.getAttribute('aria-disabled') === 'true') return [];
        const name = (button.getAttribute('aria-label') ?? button.textContent ?? '').replace(/\s+/g, ' ').trim();
        const group = button.closest('[role=group], section')?.getAttribute('aria-label') ?? '';
        return [{ name, group, pressed: button.getAttribute('aria-pressed') === 'true', index }];
      }),
    );
}

/** Waits until all these pages show the same position. @param {Page[]} pages */
export async function agree(...pages) {
  /** @type {string[][]} */
  let seen = [];
  for (let tries = 0; tries < 100; tries += 1) {
    seen = await Promise.all(pages.map(position));
    if (seen.every((one) => one.length > 0 && one.join() === seen[0]?.join())) return seen[0];
    await page20();
  }
  return assert.deepEqual(
    seen[0],
    seen.find((one) => one.join() !== seen[0]?.join()),
    'all see the same position',
  );
}

const page20 = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Lets a bot play on for this person, to the end. @param {import('./browser.js').Person} person */
export async function finish(person, timeout = 60_000) {
  const { page } = person;
  const drawer = page.getByRole('button', { name: /^Players, log and chat/ });
  const folded = await drawer.isVisible();
  if (folded) await person.tap(drawer);
  await person.tap(page.getByRole('tab', { name: 'Table' }));
  await person.tap(page.getByRole('button', { name: 'Let a bot play' }));
  if (folded) await person.tap(page.getByRole('button', { name: 'Close', exact: true }));
  await result(page).waitFor({ timeout });
}

/**
 * Waits until one of these people is to move; answers who, or nobody when the match is over.
 * @param {{ page: Page }[]} people
 */
export async function whoseTurn(people) {
  for (const start = performance.now(); performance.now() - start < 60_000; await page20()) {
    const titles = await Promise.all(people.map(({ page }) => page.title()));
    const mine = titles.findIndex((title) => isMine({ title }));
    if (mine >= 0) return people[mine];
    if (titles.every((title) => isOver({ title }))) return undefined;
  }
  throw new Error(`nobody is to move: ${await Promise.all(people.map(({ page }) => page.title()))}`);
}
