// Twelve browsers at one table of Polar Roller: all play two rounds at the same time, and the figures are printed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person, PHONE } from '../support/browser.js';
import { browser, openHouse, server } from '../support/house.js';
import { tapMove } from '../support/players.js';
import { agree, board, places, whoseTurn } from '../support/table.js';

openHouse();

test('twelve people melt and draw for two rounds', async () => {
  const seats = Array.from({ length: 12 }, (_, index) => index);
  const people = await Promise.all(
    seats.map((seat) =>
      Person.come(browser, server, {
        name: `P${seat + 1}`,
        viewport: seat % 3 ? PHONE : LAPTOP,
        reducedMotion: 'reduce',
      }),
    ),
  );
  const [host, ...guests] = people;
  const code = await host.open({ game: 'polar-roller', name: 'P1', seats: ['me', ...guests.map(() => 'open')] });
  for (const guest of guests) {
    await guest.page.goto(`/t/${code}`);
    await guest.tap(guest.page.getByRole('button', { name: /^Join/ }).first());
  }
  await Promise.all(people.map(({ page }) => places(page).first().waitFor()));
  /** How long a Done took until it was shown, by what the page itself saw. @type {number[]} */
  const times = [];
  await Promise.all(people.map((person) => playRounds(person, 2, times)));
  await agree(...people.map(({ page }) => page));
  times.sort((one, other) => one - other);
  const at = (/** @type {number} */ share) => Math.round(times[Math.floor((times.length - 1) * share)]);
  console.log(`done is shown: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms (${times.length} times)`);
  assert.ok(times.length >= 12, 'people said done');
  for (const person of people) {
    person.isContent();
    await person.leave();
  }
});

/** Plays until so many rounds are over. @param {Person} person @param {number} rounds @param {number[]} times */
async function playRounds(person, rounds, times) {
  const { page } = person;
  const next = board(page).getByRole('img', { name: new RegExp(`^Round ${rounds + 1} of`) });
  while (!(await next.isVisible())) {
    if (!(await page.title()).startsWith('●')) {
      await page.waitForTimeout(50);
      continue;
    }
    await whoseTurn([person]);
    await page.evaluate(watchDone);
    await tapMove(person);
    times.push(...(await page.evaluate(() => /** @type {any} */ (window).doneTimes?.splice(0) ?? [])));
  }
}

/** Notes how long it takes from a tap on Done until the tray says so. In the page. */
function watchDone() {
  const page = /** @type {any} */ (window);
  if (page.doneTimes) return;
  page.doneTimes = [];
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (!button?.textContent?.includes('Done')) return;
      const start = performance.now();
      const look = () => {
        // The seat is not busy any more, or the next phase has begun.
        if (!document.querySelector('[aria-label="Dice and tools"] button[aria-keyshortcuts=E]'))
          page.doneTimes.push(performance.now() - start);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    true,
  );
}
