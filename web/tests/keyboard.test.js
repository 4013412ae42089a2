// A match of each game by keys alone, from the first page to the result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { tabTo, watchFocus } from './support/focus.js';
import { focused, keyMove } from './support/players.js';
import { door, isOver, look, places, prompt, result, whoseTurn } from './support/table.js';

/** The name of a place of any board. */
const PLACE = /^(START|South Pole|[a-i]\d, |Glacier|Cliff|Pool|\S+ .*touches)/;

openHouse();

test('Polar Dare! by keys alone, from the first page on', async () => {
  await play(async ({ page }) => {
    await page.goto('/');
    await door(page, 'Polar Dare!', 'Play bots').waitFor();
    await tabTo(page, 'Play against bots: Polar Dare!');
    await page.keyboard.press('Enter');
  });
});

test('the piecepack port by keys alone', async () => {
  await play((person) =>
    person.open({ game: 'piecepack-dare', seats: ['me', 'greedy'], options: { global_warming: true, turn_limit: 30 } }),
  );
});

for (const table of [
  { game: 'rescue-polar-bears', seats: ['me', 'greedy'], options: { turn_limit: 8 } },
  { game: 'ice-breakers', seats: ['me', 'greedy'], options: { introductory: true, map: 'easy' } },
  { game: 'polar-roller', seats: ['me', 'greedy'] },
]) {
  test(`${table.game} by keys alone`, async () => {
    await play((person) => person.open(table));
  });
}

/** @param {(person: Person) => Promise<unknown>} open */
async function play(open) {
  const person = await Person.come(browser, server, { viewport: LAPTOP, reducedMotion: 'reduce' });
  const { page } = person;
  const pointers = await countPointers(page);
  await open(person);
  await places(page).first().waitFor();
  await tabTo(page, PLACE);

  let moves = 0;
  while (await whoseTurn([person])) {
    await keyMove(person);
    moves += 1;
    assert.notEqual(await focused(page), '', 'the focus stays on the board');
    if (moves % 10 === 1) await watchFocus(page);
    if (moves >= 600) assert.fail(`the match does not end: ${await prompt(page).innerText()} ${await focused(page)}`);
  }

  assert.ok(isOver(await look(page)));
  await result(page).waitFor();
  await tabTo(page, 'Rematch', 'Shift+Tab');
  assert.equal(pointers(), 0, 'no pointer was used');
  person.isContent();
  person.neverLost();
  await person.leave();
}

test('arrows walk over all places, Tab leaves the board, and every stop can be seen', async () => {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open({ game: 'polar-dare', seats: ['me', 'greedy'] });
  await places(page).first().waitFor();
  await tabTo(page, /^START/);

  const seen = new Set([await focused(page)]);
  const rows = 10;
  const walk = async (/** @type {string} */ key, times = 1) => {
    for (let step = 0; step < times; step += 1) {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      seen.add(await focused(page));
    }
  };
  await walk('ArrowRight', 1);
  await walk('ArrowLeft', 1);
  for (let lane = 0; lane < 4; lane += 1) {
    await walk('ArrowUp');
    await walk('ArrowLeft', 3);
    await walk('ArrowRight', lane);
    await walk('ArrowUp', rows - 1);
    await walk('ArrowDown', rows - 1);
  }
  const { names } = await look(page);
  assert.deepEqual(
    names.filter((name) => !seen.has(name)),
    [],
    'arrows reach every place',
  );

  const stops = [];
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab');
    stops.push(await watchFocus(page));
  }
  assert.ok(new Set(stops).size > 8, `Tab goes on from the board: ${stops.join(' | ')}`);
  person.isContent();
  await person.leave();
});

test('the board is near from everywhere, the focus is never lost, and keys answer where everybody sees it', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce', folded: true });
  const { page } = person;
  const onBoard = () => page.evaluate(() => document.activeElement?.closest('[aria-label=Board]') !== null);
  const isLost = () => page.evaluate(() => document.activeElement === document.body);
  for (const game of ['polar-dare', 'rescue-polar-bears', 'ice-breakers', 'polar-roller']) {
    await person.open({ game, seats: ['me', 'greedy'] });
    await places(page).first().waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'prompt');
    let tabs = 0;
    for (; tabs < 3 && !(await onBoard()); tabs += 1) await page.keyboard.press('Tab');
    assert.ok(await onBoard(), `${game}: Tab comes to the board from where one starts`);

    // One key from anywhere.
    await page.getByRole('tab', { name: 'Table' }).focus();
    await page.keyboard.press('b');
    assert.ok(await onBoard(), `${game}: B goes to the board`);
    const { pathname, search } = new URL(page.url());
    await page.keyboard.press('Home');
    assert.ok(await onBoard(), `${game}: Home stays on the board`);
    assert.equal(new URL(page.url()).search, search, pathname);
    for (const key of ['m', 'o', 'x']) {
      await page.keyboard.press('Escape');
      await page.keyboard.press(key);
      await page.getByRole('button', { name: 'Close this answer' }).waitFor();
    }
    await page.keyboard.press('Escape');

    await page.keyboard.press('[');
    await page.getByRole('slider', { name: 'Step' }).waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await places(page).first().waitFor();
    await page.waitForFunction(() => document.activeElement !== document.body);
    assert.equal(await isLost(), false);
    await page.keyboard.press('n');
    assert.ok(await onBoard(), `${game}: N leads to the board`);
    // The first stop of the page leads there as well.
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
    await page.reload();
    await places(page).first().waitFor();
    await page.getByRole('link', { name: 'Skip to the board' }).focus();
    await page.keyboard.press('Enter');
    assert.ok(await onBoard(), `${game}: the link leads to the board`);
  }
  person.isContent();
  await person.leave();
});

/** Counts what a pointer does in the page. @param {import('playwright-core').Page} page */
async function countPointers(page) {
  let count = 0;
  await page.exposeFunction('pointerSeen', () => (count += 1));
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'pointermove', 'mousedown', 'touchstart', 'wheel']) {
      addEventListener(kind, () => /** @type {any} */ (window).pointerSeen(), true);
    }
  });
  return () => count;
}
