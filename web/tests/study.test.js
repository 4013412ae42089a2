// What if: the analysis board by mouse, keyboard and names, its lines and links, play with the same dice, and slips as
// puzzles; on a phone too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { result } from './support/table.js';

/** Somebody who has finished a match. @type {Person} */
let player;
/** The table of that match. */
let code = '';

openHouse({ flags: ['--absent', '1'], first: playMatch });

async function playMatch() {
  player = await Person.come(browser, server, { name: 'Ada', viewport: LAPTOP, reducedMotion: 'reduce' });
  code = await player.open({ game: 'polar-dare', seats: ['me', 'greedy'] });
  await player.page.getByRole('tab', { name: 'Table' }).click();
  await player.page.getByRole('button', { name: 'Let a bot play' }).click();
  await result(player.page).waitFor();
}

/** The dock of the analysis board. @param {import('playwright-core').Page} page */
const dock = (page) => page.getByRole('region', { name: 'What can follow' });

test('both sides and the dice are moved, lines are named, shared and opened by somebody else', async () => {
  const { page } = player;
  await page.goto(`/replay/${code}?step=0`);
  await page.getByRole('link', { name: 'Analysis board' }).click();
  await dock(page).getByText('Step 0').waitFor();
  // Of two numbers one at least is not that of the match: it begins a line.
  await dock(page).getByRole('button', { name: 'Roll the die' }).click();
  const outcomes = dock(page).getByRole('list', { name: 'What chance can decide' });
  await outcomes.waitFor();
  assert.equal(await outcomes.getByRole('button').count(), 4);
  await dock(page).getByRole('button', { name: 'As in this match' }).waitFor();
  for (const outcome of [0, 3]) {
    await outcomes.getByRole('button').nth(outcome).click();
    await dock(page).getByText('All moves').click();
    await dock(page).getByRole('list', { name: 'All moves' }).getByRole('button').first().click();
    await dock(page).getByText('Step 3').waitFor();
    await dock(page).getByRole('button', { name: 'Step back' }).click();
    await dock(page).getByText('Step 2').waitFor();
    await page.keyboard.press('[');
    await outcomes.waitFor();
  }
  await page.keyboard.press(']');
  await dock(page).getByText('Step 2').waitFor();
  const lines = page.getByRole('region', { name: 'Lines' });
  await lines
    .getByRole('button', { name: /from step 1$/ })
    .first()
    .click();
  await lines.getByLabel('What this line is called').fill('A small roll');
  await lines.getByLabel(/^Note to step 2/).fill('Enough for one floe.');
  await lines.getByLabel(/^Note to step 2/).blur();
  await lines.getByRole('button', { name: /^A small roll/ }).waitFor();
  assert.deepEqual(await violations(page), []);

  // It lives through a reload.
  await page.reload();
  await lines.getByRole('button', { name: /^A small roll/ }).click();
  await lines.getByText('Enough for one floe.').first().waitFor();
  await dock(page).getByRole('button', { name: 'Was it good?' }).waitFor({ state: 'hidden' });

  await lines.getByRole('button', { name: 'Delete this line' }).click();
  await lines.getByRole('button', { name: /^A small roll/ }).waitFor({ state: 'hidden' });
  await lines.getByRole('button', { name: 'Put it back' }).click();
  await lines.getByRole('button', { name: /^A small roll/ }).waitFor();

  await lines.getByRole('button', { name: 'Share' }).click();
  const link = await lines.getByLabel(/^Whoever has this link/).inputValue();
  const guest = await Person.come(browser, server, { name: 'Bob', viewport: PHONE, reducedMotion: 'reduce' });
  await guest.page.goto(new URL(link).pathname);
  await guest.page.getByRole('button', { name: /^A small roll/ }).click();
  await dock(guest.page).getByText('Step 2').waitFor();
  const wide = await guest.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, 'the page does not scroll sideways');
  assert.deepEqual(await violations(guest.page), []);
  guest.isContent();
  await guest.leave();
});

test('a match is played on with its own dice', async () => {
  const { page } = player;
  await page.goto(`/replay/${code}?step=4`);
  await page.getByRole('button', { name: 'Play on, same dice' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(code));
  await page.getByText('with the dice of a match that was played before').first().waitFor();
});

test('slips are puzzles, and another try is judged', async () => {
  const { page } = player;
  await page.goto(`/mistakes/${code}`);
  const puzzle = page.getByRole('region', { name: 'The puzzle' });
  await puzzle.waitFor();
  if (await puzzle.getByText('No slips were found here').isVisible()) return;
  await puzzle.getByText(/^Puzzle 1 of \d+$/).waitFor();
  await puzzle.getByRole('button', { name: 'Show the answer' }).click();
  await puzzle.getByText('All moves').click();
  await puzzle.getByRole('list', { name: 'All moves' }).getByRole('button').first().click();
  await puzzle
    .getByText(/Right:|Better than|No better|That is worse/)
    .first()
    .waitFor();
  assert.deepEqual(await violations(page), []);
});
