// Two people, a spectator and a bot finish a match of each of the two games on the floes, by taps on the board alone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, LAPTOP, Person, PHONE } from './support/browser.js';
import { tapMove } from './support/players.js';
import { Server } from './support/server.js';
import { agree, places, result, whoseTurn } from './support/table.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('a match of Polar Dare! on a phone and a laptop', async () => {
  await play('Polar Dare!', []);
});

test('a match of the piecepack port with two variants', async () => {
  await play('Polar Dare! for the piecepack', ['Global warming', 'Polar bear alert']);
});

/** @param {string} game @param {string[]} variants */
async function play(game, variants) {
  const host = await Person.come(browser, server, { name: 'Ada', viewport: LAPTOP, permissions: ['clipboard-read', 'clipboard-write'] });
  const guest = await Person.come(browser, server, { name: 'Bo', viewport: PHONE });
  const watcher = await Person.come(browser, server, { name: 'Cy', viewport: LAPTOP });
  const everybody = [host, guest, watcher];

  await invite(host, game, variants);
  const link = await host.page.evaluate(() => navigator.clipboard.readText());
  await Promise.all([guest, watcher].map(({ page }) => page.goto(link)));
  await guest.tap(guest.page.getByRole('button', { name: /^Sit down/ }).first());

  await Promise.all(everybody.map(({ page }) => places(page).first().waitFor()));
  await agree(...everybody.map(({ page }) => page));
  let moves = 0;
  for (let person = await whoseTurn([host, guest]); person; person = await whoseTurn([host, guest])) {
    await tapMove(person);
    moves += 1;
    if (moves % 5 === 0 && (await whoseTurn([host, guest]))) await agree(...everybody.map(({ page }) => page));
    assert.ok(moves < 600, 'the match ends');
  }

  await agree(...everybody.map(({ page }) => page));
  for (const { page } of everybody) await result(page).waitFor();
  const winners = await Promise.all(everybody.map(({ page }) => page.getByRole('listitem').filter({ hasText: 'winner' }).innerText()));
  assert.equal(new Set(winners).size, 1, `all see the same winner: ${winners}`);
  for (const person of everybody) {
    person.isContent();
    await person.leave();
  }
}

/** Opens a table for oneself, somebody by link and a bot; the link is in the clipboard then. @param {Person} host @param {string} game @param {string[]} variants */
async function invite({ page }, game, variants) {
  await page.goto('/');
  await page.getByRole('link', { name: `More choices… for ${game}`, exact: true }).click();
  await page.getByRole('combobox').nth(1).selectOption({ label: 'Someone by link' });
  await page.getByRole('button', { name: 'Add a seat' }).click();
  for (const variant of variants) {
    const control = page.getByRole('switch', { name: variant });
    if (!(await control.isVisible())) await page.getByText('Variants', { exact: true }).click();
    await control.click();
  }
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('heading', { name: 'Waiting for one player' }).waitFor();
}
