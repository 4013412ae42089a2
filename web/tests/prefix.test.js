// The product under a path of a site that has others too, behind a proxy: everything works, and nothing outside is asked.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Person } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { OTHER_SITE, Proxy } from './support/proxy.js';
import { agree, door, moves, places, ready, settle } from './support/table.js';

const PREFIX = '/games/polynya';
/** @type {Proxy} */
let proxy;

openHouse({
  flags: ['--prefix', PREFIX, '--trust-proxy', '127.0.0.1'],
  first: async () => {
    proxy = await Proxy.start(server, PREFIX);
  },
});
after(() => proxy?.stop());

test('two people meet by a link, play, read the rules and see the replay, all under the prefix', async () => {
  const home = { url: /** @type {string} */ (proxy.url) };
  const site = new URL(home.url).origin;
  const permissions = ['clipboard-read', 'clipboard-write'];
  const ada = await Person.come(browser, home, { name: 'Ada', reducedMotion: 'reduce', permissions });
  const bo = await Person.come(browser, home, { name: 'Bo', reducedMotion: 'reduce' });

  // The first page, with and without a slash at its end, and a table from there.
  await ada.page.goto(home.url);
  await door(ada.page, 'Polar Dare!', 'Invite').waitFor();
  await ada.page.goto(`${home.url}/`);
  await door(ada.page, 'Polar Dare!', 'Invite').click();
  await ada.page.getByRole('button', { name: 'Open the table' }).click();
  await ada.page.waitForURL(`${home.url}/t/*`);
  await ada.page.getByLabel('Send this link to the others').waitFor();
  const link = await ada.page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${home.url}/t/`), link);
  await bo.page.goto(link);
  await bo.page.getByRole('button', { name: /^Join/ }).click();
  await Promise.all([ada, bo].map(({ page }) => places(page).first().waitFor()));
  for (let step = 0; step < 2; step += 1) {
    await ready(ada.page);
    await settle(ada.page, () => moves(ada.page).first().click());
  }
  const position = await agree(ada.page, bo.page);
  await bo.page.reload();
  await places(bo.page).first().waitFor();
  assert.deepEqual(await agree(ada.page, bo.page), position, 'the same after a reload');

  // Every link of every page stays under the prefix.
  for (const path of [
    '/',
    '/learn',
    '/rules/polar-dare',
    '/sources/polar-dare',
    '/numbers/polar-dare',
    '/new/polar-dare',
    '/print/polar-roller',
  ]) {
    await bo.page.goto(home.url + path);
    await bo.page.getByRole('link', { name: 'Polynya: all games' }).or(bo.page.getByRole('article')).first().waitFor();
    const hrefs = await bo.page
      .locator('a[href], img[src]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? ''));
    assert.ok(hrefs.length > 0, path);
    assert.deepEqual(
      hrefs.filter((href) => href.startsWith('/') && !href.startsWith(`${PREFIX}/`)),
      [],
      path,
    );
  }
  // A click on one is a page of the client, and so is the way back.
  await bo.page.goto(`${home.url}/rules/polar-dare`);
  await bo.page.getByRole('link', { name: 'What is printed', exact: true }).click();
  await bo.page.waitForURL(`${home.url}/sources/polar-dare`);
  await bo.page.goBack();
  await bo.page.waitForURL(`${home.url}/rules/polar-dare`);

  const cookies = await ada.context.cookies(link);
  assert.deepEqual(
    cookies.map(({ name, path, httpOnly, sameSite }) => ({ name, path, httpOnly, sameSite })),
    [{ name: 'polynya', path: PREFIX, httpOnly: true, sameSite: 'Lax' }],
  );
  const asked = [...ada.requests, ...bo.requests]
    .filter((url) => /^http/.test(url))
    .map((url) => new URL(url).pathname);
  assert.deepEqual(
    asked.filter((path) => path !== PREFIX && !path.startsWith(`${PREFIX}/`)),
    [],
    'nothing outside is asked for',
  );
  assert.equal(await (await fetch(site)).text(), OTHER_SITE);
  for (const person of [ada, bo]) {
    person.isContent();
    await person.leave();
  }
});
