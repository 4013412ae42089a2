// Nothing that appears moves the board or a button, nothing is cut off, and everything can be hit: in positions by
// chance of every game, on all screens for which the table has a layout. POLYNYA_POSITIONS says how many a game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { below } from './support/luck.js';
import { frame, hiddenParts, overflow, SCREENS, tooSmall } from './support/sizes.js';
import { board, places } from './support/table.js';
import { wander } from './support/wander.js';

/** @typedef {import('playwright-core').Page} Page */

const COUNT = Number(process.env.POLYNYA_POSITIONS ?? 2);

openHouse();

for (const { game, seats, options } of [
  { game: 'polar-dare', seats: 3, options: {} },
  {
    game: 'piecepack-dare',
    seats: 2,
    options: { mega_ice_age: true, homesick_penguins: true, polar_bear_alert: true },
  },
  { game: 'rescue-polar-bears', seats: 2, options: {} },
  { game: 'ice-breakers', seats: 2, options: {} },
  { game: 'polar-roller', seats: 3, options: {} },
]) {
  test(`${game}: nothing jumps, nothing is cut off`, async () => {
    const person = await Person.come(browser, server, { viewport: LAPTOP, reducedMotion: 'reduce', folded: true });
    const { page } = person;
    for (let position = 0; position < COUNT; position += 1) {
      const code = await person.open({ game, options, seats: Array(seats).fill('me') });
      await places(page).first().waitFor();
      // Matches that ended have no dock.
      if (!(await wander(person, game, code, below(page, 60)))) continue;
      await page.waitForFunction(() => document.querySelector('[aria-label=Moves] li'));
      await look(page);
    }
    person.isContent();
    await person.leave();
  });
}

for (const { game, seats } of [
  { game: 'ice-breakers', seats: 2 },
  { game: 'rescue-polar-bears', seats: 2 },
  { game: 'polar-roller', seats: 3 },
]) {
  test(`${game}: the end covers neither cards nor tabs`, async () => {
    const person = await Person.come(browser, server, { viewport: LAPTOP, reducedMotion: 'reduce', folded: true });
    const { page } = person;
    const code = await person.open({ game, options: {}, seats: Array(seats).fill('me') });
    await places(page).first().waitFor();
    assert.ok(!(await wander(person, game, code, 100_000)), 'the match is over');
    const result = page.getByRole('region', { name: 'How it ended' });
    await result.waitFor();
    for (const [screen, size] of Object.entries(SCREENS)) {
      await page.setViewportSize(size);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      assert.deepEqual(await hiddenParts(page), [], screen);
      assert.deepEqual(await overflow(page), [], screen);
      assert.deepEqual(await result.evaluate(overlaps), [], `the result on ${screen}`);
      const inside = await result.evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft));
      assert.ok(inside >= 8, `${inside} pixels of room at the side of the result on ${screen}`);
    }
    person.isContent();
    await person.leave();
  });
}

/** The parts of the table that lie under an element. In the page. @param {Element} element */
function overlaps(element) {
  const box = element.getBoundingClientRect();
  return ['section[aria-label=Board]', '[role=tablist]', '[aria-label="Who is here"]', '.dock-tools'].filter((part) => {
    const found = document.querySelector(part);
    // A closed drawer is not there.
    if (!found?.checkVisibility({ visibilityProperty: true })) return false;
    const other = found.getBoundingClientRect();
    const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    return across > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
  });
}

/** Opens whatever can be opened at this position, and compares. @param {Page} page */
async function look(page) {
  const before = await onAllScreens(page, 'nothing');
  const told = async (/** @type {string} */ what, /** @type {string[]} */ parts) => {
    const after = await onAllScreens(page, what);
    for (const [screen, frame] of Object.entries(before))
      for (const part of parts)
        if (frame[part] !== undefined && after[screen][part] !== undefined)
          assert.equal(after[screen][part], frame[part], `${what} moves ${part} on ${screen}`);
  };
  const parts = [...new Set(Object.values(before).flatMap((frame) => Object.keys(frame)))];
  assert.ok(parts.length > 8, parts.join());

  for (const [key, what] of [
    ['v', 'the danger'],
    ['x', 'what changed'],
    ['m', 'where I am'],
    ['h', 'a hint'],
  ]) {
    await page.keyboard.press(key);
    await page.locator('.notes > *, .why').first().waitFor();
    await page.waitForFunction(() => !document.querySelector('.notes')?.textContent?.includes('Thinking'));
    await told(what, parts);
    await page.keyboard.press('Escape');
  }
  // Why something cannot be done, or a tray: whatever a tap on the board opens.
  for (const place of ['first', 'last']) {
    const cell = place === 'first' ? places(page).first() : places(page).last();
    await cell.focus();
    await page.keyboard.press('Enter');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await told(
      `Enter on the ${place} place`,
      parts.filter((part) => part !== 'button main'),
    );
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await told(
    'a place where one can act',
    parts.filter((part) => part !== 'button main'),
  );
}

/** What lies where on each screen, where nothing is wrong. @param {Page} page @param {string} what */
async function onAllScreens(page, what) {
  /** @type {Record<string, Record<string, string>>} */
  const frames = {};
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    frames[screen] = await frame(page);
    const where = `${screen}, with ${what}`;
    assert.deepEqual(await hiddenParts(page), [], where);
    assert.deepEqual(await overflow(page), [], where);
    assert.deepEqual(await tooSmall(page, 24), [], where);
    const small = Object.entries(frames[screen]).filter(
      ([part, box]) =>
        part.startsWith('button') &&
        box
          .split(' ')
          .slice(2)
          .some((size) => Number(size) < 40),
    );
    assert.deepEqual(small, [], `${where}: main buttons are at least 40 pixels`);
    assert.ok(await board(page).isVisible(), where);
  }
  return frames;
}
