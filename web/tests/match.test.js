// Two people, a spectator and a bot finish a match of each game, by taps on the board and beside it alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownBox } from './support/boxes.js';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { tapMove } from './support/players.js';
import { agree, places, prompt, result, whoseTurn } from './support/table.js';

openHouse();

test('a match of Polar Dare! on a phone and a laptop', async () => {
  await play(async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Set up a table for Polar Dare!', exact: true }).click();
    await page.getByRole('combobox').nth(1).selectOption({ label: 'Someone by link' });
    await page.getByRole('button', { name: 'Add a seat' }).click();
    await page.getByRole('button', { name: 'Open the table' }).click();
  });
});

test('a match of the piecepack port with variants', async () => {
  await play((host) =>
    host.open({
      game: 'piecepack-dare',
      seats: ['me', 'open', 'greedy'],
      options: { global_warming: true, polar_bear_alert: true, pack_ice: true, turn_limit: 30 },
    }),
  );
});

test('a match of Rescue Polar Bears', async () => {
  await play((host) =>
    host.open({ game: 'rescue-polar-bears', seats: ['me', 'open', 'greedy'], options: { turn_limit: 9 } }),
  );
});

test("a match of Ice Breakers on the map of an owner's box", async () => {
  await play(async (host) => {
    const box = await ownBox(host.page, 'ice-breakers');
    await host.open({ game: 'ice-breakers', seats: ['me', 'open', 'greedy'], options: { introductory: true, box } });
  });
});

test("a match of Polar Roller with an owner's box, both at the same time", async () => {
  await play(async (host) => {
    const box = await ownBox(host.page, 'polar-roller');
    await host.open({ game: 'polar-roller', seats: ['me', 'open', 'greedy'], options: { box } });
  }, together);
});

/** @typedef {(players: Person[], all: import('playwright-core').Page[]) => Promise<void>} Way */

/** @param {(host: Person) => Promise<unknown>} open @param {Way} way */
async function play(open, way = inTurn) {
  const host = await Person.come(browser, server, { name: 'Ada', viewport: LAPTOP, reducedMotion: 'reduce' });
  const guest = await Person.come(browser, server, { name: 'Bo', viewport: PHONE });
  const watcher = await Person.come(browser, server, { name: 'Cy', viewport: LAPTOP, reducedMotion: 'reduce' });
  const everybody = [host, guest, watcher];
  const pages = everybody.map(({ page }) => page);

  await open(host);
  await host.page.getByRole('heading', { name: 'Waiting for one player' }).waitFor();
  const link = await host.page.getByLabel('Send this link to the others').inputValue();
  await Promise.all([guest, watcher].map(({ page }) => page.goto(link)));
  await guest.tap(guest.page.getByRole('button', { name: /^Join/ }).first());

  await Promise.all(pages.map((page) => places(page).first().waitFor()));
  await agree(...pages);
  await way([host, guest], pages);

  await agree(...pages);
  for (const page of pages) await result(page).waitFor();
  const read = () => Promise.all(pages.map((page) => prompt(page).getByRole('row').allTextContents()));
  let scores = await read();
  const alike = () => scores[0].length > 1 && scores.every((seen) => seen.join() === scores[0].join());
  // Points are counted up part by part, where somebody likes things to move.
  for (let looks = 0; looks < 100 && !alike(); looks += 1) {
    await host.page.waitForTimeout(100);
    scores = await read();
  }
  assert.ok(alike(), `all see the same scores: ${scores.join(' | ')}`);
  for (const person of everybody) {
    person.isContent();
    person.neverLost();
    await person.leave();
  }
}

/** One after the other. @type {Way} */
async function inTurn(players, all) {
  let moves = 0;
  for (let person = await whoseTurn(players); person; person = await whoseTurn(players)) {
    await tapMove(person);
    moves += 1;
    if (moves % 5 === 0 && (await whoseTurn(players))) await agree(...all);
    assert.ok(moves < 600, 'the match ends');
  }
}

/** Everybody for themselves, as fast as they can. @type {Way} */
async function together(players) {
  await Promise.all(
    players.map(async (person) => {
      let moves = 0;
      while (await whoseTurn([person])) {
        await tapMove(person);
        moves += 1;
        assert.ok(moves < 600, 'the match ends');
      }
    }),
  );
}
