// Matches by the names in the list of moves alone, as somebody plays who listens to the page.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, LAPTOP, Person, PHONE } from './support/browser.js';
import { listMove } from './support/players.js';
import { Server } from './support/server.js';
import { door, prompt, result, whoseTurn } from './support/table.js';

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

test('Polar Dare! by names alone, on a laptop', async () => {
  await play('Polar Dare!', LAPTOP, 400);
});

test('the piecepack port by names alone, on a phone', async () => {
  await play('Polar Dare! for the piecepack', PHONE, 400);
});

for (const game of ['Rescue Polar Bears', 'Ice Breakers to the Rescue', 'Polar Roller']) {
  test(`${game}: the first turns by names alone`, async () => {
    await play(game, LAPTOP, 12, true);
  });
}

/** Plays to the end, or so many moves. @param {string} game @param {{ width: number, height: number }} viewport @param {number} most @param {boolean} briefly */
async function play(game, viewport, most, briefly = false) {
  const person = await Person.come(browser, server, { viewport, reducedMotion: 'reduce' });
  const { page } = person;
  await page.goto('/');
  await person.tap(door(page, game, 'Play bots'));
  await prompt(page).waitFor();
  let count = 0;
  while ((await whoseTurn([person])) && count < most) {
    await listMove(person);
    count += 1;
  }
  if (!briefly) await result(page).waitFor();
  assert.ok(count > 5, 'moves were made');
  assert.ok(briefly || count < most, 'the match ends');
  person.isContent();
  await person.leave();
}
