// The dice prove themselves: an honest match is proven link by link, and an operator who exchanges the secret is seen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { finish, places, result } from './support/table.js';

openHouse();

/**
 * The links of the proof, with their marks.
 * @param {import('playwright-core').Page} page
 */
async function proof(page) {
  await page.getByText('Were the dice fair?').click();
  const links = page.getByRole('group').filter({ hasText: 'Were the dice fair?' }).getByRole('listitem');
  await links.first().waitFor();
  return links.allInnerTexts();
}

const SHORT = {
  'polar-dare': { turn_limit: 4 },
  'rescue-polar-bears': { turn_limit: 2 },
  'ice-breakers': { introductory: true },
  'polar-roller': {},
};

for (const [game, options] of Object.entries(SHORT)) {
  test(`${game}: the page recomputes every roll of an honest match`, async () => {
    const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
    await person.open({ game, options, seats: ['me', 'greedy'] });
    await places(person.page).first().waitFor();
    await finish(person);
    const links = await proof(person.page);
    assert.equal(links.length, 8, links.join('\n'));
    assert.deepEqual(
      links.filter((link) => link[0] !== '✓'),
      [],
    );
    assert.match(links[7] ?? '', /All \d+ rolls and draws follow from the seed/);
    person.isContent();
    await person.leave();
  });
}

test('an operator who exchanges the secret is seen at once, after a reload, and at the end', async () => {
  const ada = await Person.come(browser, server, { name: 'Ada', reducedMotion: 'reduce' });
  const bo = await Person.come(browser, server, { name: 'Bo', reducedMotion: 'reduce' });
  const { page } = ada;
  const code = await ada.open({ game: 'polar-dare', options: { turn_limit: 1 }, seats: ['me', 'open'] });
  await page.getByRole('heading', { name: /^Waiting for/ }).waitFor();

  await server.kill();
  server.sql(`UPDATE tables SET secret = '${'5a'.repeat(32)}'`);
  await server.run();
  const warning = page.getByText('The dice of this table were exchanged.');
  await warning.waitFor();
  await page.reload();
  await warning.waitFor();

  await bo.page.goto(`/t/${code}`);
  await bo.page.getByRole('button', { name: /^Join/ }).click();
  await Promise.all([ada, bo].map((person) => places(person.page).first().waitFor()));
  assert.equal(await bo.page.getByText('were exchanged').count(), 0, 'who came later saw only the new commitment');
  await finish(ada);
  await result(page).waitFor();
  await page.getByText('These dice cannot be trusted.').waitFor();
  assert.match((await proof(page))[0] ?? '', /^⚠.*exchanged/);
  for (const person of [ada, bo]) await person.leave();
});
