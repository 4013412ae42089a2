// How soon the table answers a tap: from the input to the frame in which the board or the dock has changed, own moves and
// their way to the server and back included. The figures are printed, a line a game.
//
// A busy machine takes longer: with POLYNYA_QUIET the bar is 100 milliseconds, otherwise three times that.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person, PHONE } from '../support/browser.js';
import { browser, openHouse, server } from '../support/house.js';
import { tapMove } from '../support/players.js';
import { places, whoseTurn } from '../support/table.js';

const BAR = process.env.POLYNYA_QUIET ? 100 : 300;
/** So many inputs of each game are measured. */
const ENOUGH = 60;

openHouse();

/**
 * Measures every tap from now on: how long until the board, the tray or the dock is another one and a frame shows it.
 * Taps that change nothing are not counted. In the page.
 */
function watchReactions() {
  const page = /** @type {any} */ (window);
  page.reactions = [];
  let began = 0;
  const shown = () => {
    if (began === 0) return;
    const from = began;
    began = 0;
    // A message after the callbacks of a frame comes when the frame has been drawn.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => page.reactions.push(performance.now() - from);
      port2.postMessage(null);
    });
  };
  const changes = new MutationObserver(shown);
  for (const part of document.querySelectorAll('[aria-label=Board], .dock'))
    changes.observe(part, { attributes: true, childList: true, characterData: true, subtree: true });
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, (event) => (began = event.timeStamp), { capture: true });
}

for (const { game, seats, viewport } of [
  { game: 'polar-dare', seats: ['me', 'greedy'], viewport: LAPTOP },
  { game: 'piecepack-dare', seats: ['me', 'greedy'], viewport: PHONE },
  { game: 'rescue-polar-bears', seats: ['me', 'greedy'], viewport: LAPTOP },
  { game: 'ice-breakers', seats: ['me', 'greedy'], viewport: LAPTOP },
  { game: 'polar-roller', seats: ['me', 'greedy'], viewport: LAPTOP },
]) {
  test(`${game} answers within ${BAR} ms`, async () => {
    const person = await Person.come(browser, server, { viewport });
    const { page } = person;
    /** @type {number[]} */
    const all = [];
    // Some matches are over sooner.
    while (all.length < ENOUGH) {
      await person.open({ game, seats });
      await places(page).first().waitFor();
      await page.evaluate(watchReactions);
      while ((await whoseTurn([person])) && all.length + (await count(page)) < ENOUGH) await tapMove(person);
      all.push(...(await page.evaluate(() => /** @type {any} */ (window).reactions)));
    }
    all.sort((one, other) => one - other);
    const at = (/** @type {number} */ share) => Math.round(all[Math.floor((all.length - 1) * share)]);
    console.log(`# ${game}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms (${all.length} inputs)`);
    assert.ok(at(0.95) < BAR, `p95 ${at(0.95)} ms`);
    person.isContent();
    await person.leave();
  });
}

/** @param {import('playwright-core').Page} page @returns {Promise<number>} */
const count = (page) => page.evaluate(() => /** @type {any} */ (window).reactions.length);
