// The host's say: a link and words to find the table by, seats that are asked for, and who may watch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, PHONE, Person } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { places } from './support/table.js';

openHouse();

/** @param {string} name @param {{ width: number, height: number }} viewport */
const come = (name, viewport = LAPTOP) => Person.come(browser, server, { name, viewport, reducedMotion: 'reduce' });

/** Opens the table's menu. @param {import('playwright-core').Page} page */
async function menu(page) {
  await page.getByRole('tab', { name: 'Table' }).click();
  return page.getByRole('region', { name: 'What you decide as the host' });
}

test('others come by words, ask for seats, and watch as long as the host likes', async () => {
  const [ann, bob, eve] = await Promise.all([come('Ann'), come('Bob'), come('Eve')]);
  const code = await ann.open({ game: 'polar-dare', seats: ['me', 'open', 'random'], name: 'Ann' });
  const words = await ann.page.locator('.code').innerText();
  assert.match(words, /^[a-z]+-[a-z]+-[a-z]+-\d\d$/);

  await bob.page.goto('/');
  await bob.page.getByLabel('Invited? Type the code').fill(words.replaceAll('-', ' '));
  await bob.page.getByRole('button', { name: 'Join', exact: true }).click();
  await bob.page.waitForURL(`**/t/${code}`);
  await bob.page.getByRole('button', { name: /^Join/ }).first().click();
  await Promise.all([ann, bob].map((person) => places(person.page).first().waitFor()));

  // Eve comes late, and by the link: the words are void.
  await eve.page.goto(`/t/${words}`);
  await eve.page.getByText('There is no table').waitFor();
  await eve.page.goto(`/t/${code}`);
  await eve.page.getByRole('button', { name: /^Ask for this seat/ }).click();
  await eve.page.getByText('Waiting for the host').waitFor();
  const request = ann.page.getByRole('group', { name: 'Request for a seat' });
  assert.match(await request.innerText(), /Eve would like to play/);
  await request.getByRole('button', { name: 'No' }).click();
  await eve.page.getByText('The host would rather keep that seat').waitFor();

  const host = await menu(ann.page);
  const watcher = host.getByRole('group', { name: /^Watcher/ });
  await watcher.getByRole('button', { name: 'Mute' }).click();
  await watcher.getByRole('button', { name: 'Unmute' }).waitFor();
  // The switch itself is drawn over its input.
  await host.getByText('Others may watch').click();
  await eve.page.getByText('The host has closed this table').waitFor();
  await host.getByText('Others may watch').click();
  await eve.page.goto(`/t/${code}`);
  await eve.page.getByRole('button', { name: /^Ask for this seat/ }).click();
  await request.getByRole('button', { name: 'Agree' }).click();
  await eve.page.getByText('Your seat:').or(eve.page.getByText(/turn/)).first().waitFor();

  const seated = host.getByRole('group', { name: 'Bob' });
  await seated.getByRole('button', { name: 'Remove' }).click();
  await seated.getByRole('button', { name: 'Remove for good?' }).click();
  await bob.page.getByText('The host has removed you').waitFor();
  await bob.page.reload();
  await bob.page.getByText('The host has removed you').waitFor();
  ann.isContent();
  await Promise.all([ann, bob, eve].map((person) => person.leave()));
});

test('on a phone the host’s menu and a request fit', async () => {
  const [ann, eve] = await Promise.all([come('Ann', PHONE), come('Eve')]);
  const code = await ann.open({ game: 'polar-dare', seats: ['me', 'random'], name: 'Ann' });
  await places(ann.page).first().waitFor();
  await eve.page.goto(`/t/${code}`);
  await eve.page.getByRole('button', { name: /^Ask for this seat/ }).click();
  await ann.page.getByRole('group', { name: 'Request for a seat' }).waitFor();
  const wide = await ann.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= PHONE.width, `${wide} pixels`);
  await Promise.all([ann, eve].map((person) => person.leave()));
});
