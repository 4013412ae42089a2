// Polar Roller: everybody draws at the same time, and nobody sees what others have not finished.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { moves, prompt, settle } from './support/table.js';

openHouse();

test('the sheet of another seat changes when all are done, also after a reload', async () => {
  const [ann, bob] = await Promise.all(
    ['Ann', 'Bob'].map((name) => Person.come(browser, server, { name, viewport: LAPTOP, reducedMotion: 'reduce' })),
  );
  assert.ok(ann && bob);
  const code = await ann.open({ game: 'polar-roller', seats: ['me', 'open'], name: 'Ann' });
  await bob.page.goto(`/t/${code}`);
  await bob.tap(bob.page.getByRole('button', { name: /^Join/ }).first());
  const sheet = bob.page.getByRole('button', { name: /^Ann:/ });
  await sheet.waitFor();
  const fresh = await drawn(sheet);
  await melt(ann);

  assert.match((await sheet.textContent()) ?? '', /busy melting/);
  assert.equal(await drawn(sheet), fresh, 'nothing is seen yet');
  await bob.page.reload();
  await sheet.waitFor();
  assert.equal(await drawn(sheet), fresh, 'a reload shows no more');
  await bob.page.getByRole('tab', { name: 'Log' }).click();
  assert.doesNotMatch(await bob.page.getByRole('tabpanel').innerText(), /Ann melts|Seat 1 melts/);

  await ann.page.keyboard.press('e');
  await until(async () => /, done/.test((await sheet.textContent()) ?? ''));
  assert.equal(await drawn(sheet), fresh, 'that she is done is seen, and not what she did');
  // Done is not for ever, as long as somebody is busy.
  await ann.page.keyboard.press('e');
  await until(async () => /busy melting/.test((await sheet.textContent()) ?? ''));
  assert.equal(await drawn(sheet), fresh);
  await ann.page.keyboard.press('e');
  await melt(bob);
  await bob.page.keyboard.press('e');
  await until(async () => (await drawn(sheet)) !== fresh);
  await bob.page.getByRole('tab', { name: 'Log' }).click();
  assert.match(await bob.page.getByRole('tabpanel').innerText(), /Ann melts/);
  for (const person of [ann, bob]) person.isContent();
  await Promise.all([ann.leave(), bob.leave()]);
});

test('several own seats at one screen follow one another', async () => {
  const ann = await Person.come(browser, server, { viewport: LAPTOP, reducedMotion: 'reduce' });
  await ann.open({ game: 'polar-roller', seats: ['me', 'me', 'me'] });
  const { page } = ann;
  const next = (/** @type {number} */ seat) => page.getByRole('button', { name: `Next: Seat ${seat}` });
  await melt(ann);
  await page.keyboard.press('e');
  await next(2).waitFor();
  // Whoever is done can come back to it.
  await page.keyboard.press('u');
  await next(2).waitFor({ state: 'detached' });
  await page.keyboard.press('e');
  await next(2).waitFor();
  await next(2).click();
  await until(async () => /^Seat 2: Melt/.test(await prompt(page).innerText()));
  // One may also go to any other own sheet.
  await page.getByRole('button', { name: /^Seat 3:/ }).click();
  await until(async () => /^Seat 3: Melt/.test(await prompt(page).innerText()));
  await melt(ann);
  await page.keyboard.press('e');
  await next(2).waitFor();
  await page.keyboard.press('e');
  await melt(ann);
  await page.keyboard.press('e');
  // The last one is done: the polar dice are rolled and there is something to take.
  await until(async () => /Take a die/.test(await prompt(page).innerText()));
  ann.isContent();
  await ann.leave();
});

/** What is drawn on a small sheet. @param {import('playwright-core').Locator} sheet */
function drawn(sheet) {
  return sheet.evaluate((tab) => {
    const copy = /** @type {Element} */ (tab.cloneNode(true));
    copy.querySelectorAll('.foot, .hidden-text').forEach((told) => told.remove());
    return copy.innerHTML;
  });
}

/** Melts what there is to melt. @param {Person} person */
async function melt({ page }) {
  for (let tries = 0; tries < 200; tries += 1) {
    const text = await prompt(page).innerText();
    if (/Press Done/.test(text)) return;
    const open = moves(page).filter({ hasText: /melt/i });
    // The list changes when the server has answered, not before.
    if (/Melt/.test(text) && (await open.count()) > 0) await settle(page, () => open.first().click());
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail('there is always more to melt');
}

/** @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(`it never is so: ${isSo}`);
}
