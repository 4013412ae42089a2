// Luck or skill: the analysis in the replay, by mouse, keyboard and names, and on a phone.

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

/** Opens the replay and asks for the analysis. @param {import('playwright-core').Page} page */
async function analysed(page) {
  await page.goto(`/replay/${code}`);
  await page.getByRole('button', { name: 'Luck or skill?' }).click();
  const account = page.getByRole('region', { name: 'Luck and skill' });
  await account.waitFor();
  return account;
}

test('the replay says what was luck and what was skill, and draws what was better', async () => {
  const { page } = player;
  const account = await analysed(page);
  assert.equal(await account.getByRole('rowheader').count(), 2);
  await account
    .getByText(/Luck (helped|hurt|was even)/)
    .first()
    .waitFor();
  await page.getByRole('img', { name: /Course: chance to win/ }).waitFor();

  const marks = page.getByRole('button', { name: /^(Slip|Blunder|Lucky|Unlucky): step \d+/ });
  assert.ok((await marks.count()) > 0, 'the match has turning points');
  await marks.first().focus();
  await page.keyboard.press('Enter');
  await account.getByText(/(Lucky|Unlucky|Slip|Blunder) (for|of) /).waitFor();

  const slips = page.getByRole('button', { name: /^(Slip|Blunder): step \d+/ });
  if ((await slips.count()) > 0) {
    await slips.first().click();
    await account.getByRole('button', { name: 'Show what was better' }).click();
    await account.getByRole('button', { name: 'Back to what was played' }).click();
    await account.getByRole('button', { name: 'Show what was better' }).waitFor();
  }
  assert.deepEqual(await violations(page), []);
});

test('on a phone nothing is cut off', async () => {
  const { page } = player;
  await page.setViewportSize(PHONE);
  await analysed(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, 'the page does not scroll sideways');
  assert.deepEqual(await violations(page), []);
});

test('a match is played on from any step', async () => {
  const { page } = player;
  await page.setViewportSize(LAPTOP);
  await page.goto(`/replay/${code}?step=4`);
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(code));
  await page.getByRole('button', { name: 'Take this seat' }).first().waitFor();
});
