// Matches by the names in the list of moves alone, as somebody plays who listens to the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { listMove } from './support/players.js';
import { door, prompt, result, whoseTurn } from './support/table.js';

openHouse();

for (const [game, viewport] of /** @type {const} */ ([
  ['Polar Dare!', LAPTOP],
  ['Polar Dare! for the piecepack', PHONE],
])) {
  test(`${game} by names alone, ${viewport.width} pixels wide`, async () => {
    await play(viewport, async (person) => {
      await person.page.goto('/');
      await person.tap(door(person.page, game, 'Play bots'));
    });
  });
}

for (const [game, options, viewport] of /** @type {const} */ ([
  ['rescue-polar-bears', { turn_limit: 8 }, PHONE],
  ['ice-breakers', { introductory: true, map: 'easy' }, LAPTOP],
  ['polar-roller', {}, LAPTOP],
])) {
  test(`${game} by names alone, ${viewport.width} pixels wide`, async () => {
    await play(viewport, (person) => person.open({ game, options, seats: ['me', 'greedy'] }));
  });
}

/**
 * Plays to the end.
 * @param {{ width: number, height: number }} viewport
 * @param {(person: Person) => Promise<unknown>} open
 */
async function play(viewport, open) {
  const person = await Person.come(browser, server, { viewport, reducedMotion: 'reduce' });
  const { page } = person;
  await open(person);
  await prompt(page).waitFor();
  let count = 0;
  while (await whoseTurn([person])) {
    await listMove(person);
    count += 1;
    assert.ok(count < 600, 'the match ends');
  }
  await result(page).waitFor();
  assert.ok(count > 5, 'moves were made');
  person.isContent();
  person.neverLost();
  await person.leave();
}
