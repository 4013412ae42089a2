// Bots that play along: they wait for a plan, and answer it and whoever points. That they keep their word is tested
// over sockets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';

// So slow that everything is said before a bot begins.
openHouse({ flags: ['--pace', '60000'] });

// A bot thinks for a second; on a busy machine that may take long.
const THINKING = 120_000;

for (const [game, viewport] of /** @type {const} */ ([
  ['rescue-polar-bears', LAPTOP],
  ['ice-breakers', PHONE],
])) {
  test(`${game}: a bot waits for a plan, and answers it and whoever points`, async () => {
    const ann = await Person.come(browser, server, { name: 'Ann', viewport, reducedMotion: 'reduce' });
    await ann.open({ game, seats: ['normal', 'me'], name: 'Ann' });
    const { page } = ann;
    await page.getByRole('region', { name: 'Board' }).locator('svg').first().waitFor();
    await page.keyboard.press('t');
    const plan = page.getByRole('region', { name: 'Your plan' });
    await plan.waitFor();
    const moves = page.locator('[aria-label=Moves] li');
    await moves.first().waitFor({ state: 'attached' });
    await page.keyboard.press('1');
    await plan.getByRole('listitem').first().waitFor();
    await ann.tap(page.getByRole('button', { name: 'Propose' }));

    const answer = page.getByRole('region', { name: /^Answer of/ });
    await answer.waitFor({ timeout: THINKING });
    const text = await answer.innerText();
    assert.match(text, /That's my plan too\.|I'll do that\.|I'd rather “.+”|I can't do that: /);
    assert.deepEqual(await violations(page), []);
    await ann.tap(answer.getByRole('button', { name: 'Put away the answer' }));
    await answer.waitFor({ state: 'detached' });

    // Who points is answered, too.
    await page.locator('[data-place]').nth(4).focus();
    await page.keyboard.press('g');
    await answer.waitFor({ timeout: THINKING });
    assert.match(await answer.innerText(), /I'll see to|I can't do anything about|Not .+ now, I'd rather “/);
    ann.isContent();
    await ann.leave();
  });
}
