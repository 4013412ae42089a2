// A whole match of Polar Roller with bots, by hints alone: none is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person } from '../support/browser.js';
import { followHints } from '../support/hints.js';
import { browser, openHouse, server } from '../support/house.js';

openHouse();

test('no hint is lost in twelve rounds of Polar Roller with bots', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  await person.open({ game: 'polar-roller', seats: ['me', 'easy', 'easy'] });
  const came = await followHints(person, 1000);
  assert.ok(came >= 24, `both phases of twelve rounds: ${came} hints`);
  console.log(`${came} hints came, none was lost`);
  person.isContent();
  await person.leave();
});
