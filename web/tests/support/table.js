// A table as people find it on the screen: by roles and names, never by how it is built.

import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */

/** A door to a game on the first page. @param {Page} page @param {string} game @param {'Play bots' | 'Invite' | 'One screen'} which */
export function door(page, game, which) {
  return page.getByRole('article', { name: game, exact: true }).getByRole('button', { name: new RegExp(`^${which}`) });
}

/** The places of the board, in reading order. @param {Page} page */
export const places = (page) => page.getByRole('grid', { name: /^Board/ }).getByRole('gridcell');

/** The list of moves. @param {Page} page */
export const moves = (page) => page.getByRole('region', { name: 'Moves' }).getByRole('listitem').getByRole('button');

/** What there is to do, and why something cannot be done. @param {Page} page */
export const prompt = (page) => page.getByRole('region', { name: 'What to do now' });

/** The result of the match. @param {Page} page */
export const result = (page) => prompt(page).getByRole('heading', { name: /won|over/ });

/** What the page says about whose turn it is, and the names of all places. @param {Page} page */
export function look(page) {
  return page.evaluate(() => ({
    title: document.title,
    names: [...document.querySelectorAll('[role=grid] [role=gridcell]')].map((place) => place.getAttribute('aria-label') ?? ''),
  }));
}

/** The position as the places tell it, without what the viewer could do there. @param {Page} page */
export async function position(page) {
  const { names } = await look(page);
  return names.map((name) => name.replace(/;.*/, '')).filter((name) => !isDie(name));
}

/** Is this the name of a die? What it says depends on who may roll it. @param {string} name */
export const isDie = (name) => !/\brow \d|Pole|START/.test(name);

/** @param {{ title: string }} seen */
export const isMine = ({ title }) => title.startsWith('●');

/** @param {{ title: string }} seen */
export const isOver = ({ title }) => title.startsWith('The match is over');

/** Can something be done on this board now, or is there nothing to do at all? In the page. */
function isSettled(/** @type {string} */ before) {
  const names = [...document.querySelectorAll('[role=grid] [role=gridcell]')].map((place) => place.getAttribute('aria-label') ?? '');
  if (document.title + names.join() === before) return false;
  if ([...document.querySelectorAll('[role=status]')].some((status) => status.textContent === 'sending…')) return false;
  if (!document.title.startsWith('●')) return true;
  return names.some((name) => name.includes(';') || !/\brow \d|Pole|START|^Die|^Second die/.test(name));
}

/** Does something, and waits until the board shows it and the server has answered. @param {Page} page @param {() => Promise<unknown>} act */
export async function settle(page, act) {
  const { title, names } = await look(page);
  await act();
  await page.waitForFunction(isSettled, title + names.join(), { polling: 15 });
}

/** Waits until something can be done on the board; answers what it looks like. @param {Page} page */
export async function ready(page) {
  try {
    await page.waitForFunction(isSettled, '', { polling: 15, timeout: 10_000 });
  } catch {
    const { title, names } = await look(page);
    assert.fail(`nothing can be done: ${title}. ${await page.getByRole('banner').innerText()} ${await prompt(page).innerText()} ${names.join(' | ')}`);
  }
  return look(page);
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
  return assert.deepEqual(seen[0], seen.find((one) => one.join() !== seen[0]?.join()), 'all see the same position');
}

const page20 = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Waits until one of these people is to move; answers who, or nobody when the match is over. @param {{ page: Page }[]} people */
export async function whoseTurn(people) {
  for (let tries = 0; tries < 500; tries += 1) {
    const titles = await Promise.all(people.map(({ page }) => page.title()));
    const mine = titles.findIndex((title) => isMine({ title }));
    if (mine >= 0) return people[mine];
    if (titles.every((title) => isOver({ title }))) return undefined;
    await page20();
  }
  throw new Error(`nobody is to move: ${await Promise.all(people.map(({ page }) => page.title()))}`);
}
