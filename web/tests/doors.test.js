// Getting to a table: few clicks, little to load, room on the smallest screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { Server } from './support/server.js';
import { boxes, overflow, tooSmall } from './support/sizes.js';
import { board, door, finish, isMine, look, places, result, settle, whoseTurn } from './support/table.js';
import { listMove, tapMove } from './support/players.js';

const GAMES = [
  'Polar Dare!',
  'Polar Dare! for the piecepack',
  'Rescue Polar Bears',
  'Ice Breakers to the Rescue',
  'Polar Roller',
];

openHouse();

test('the first page takes at most 150 kB', async () => {
  const { page, ...person } = await Person.come(browser, server);
  const protocol = await person.context.newCDPSession(page);
  await protocol.send('Network.enable');
  let bytes = 0;
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto('/');
  await door(page, 'Polar Roller', 'Play bots').waitFor();
  await page.waitForLoadState('networkidle');
  assert.ok(bytes > 10_000, 'something was loaded');
  assert.ok(bytes <= 150_000, `${bytes} bytes`);
  await person.context.close();
});

test('a table takes at most 220 kB', async () => {
  for (const game of ['polar-dare', 'rescue-polar-bears', 'ice-breakers', 'polar-roller']) {
    const { page, ...person } = await Person.come(browser, server);
    const opened = await person.context.request.post('/api/tables', {
      data: { game, seats: ['me', 'greedy'] },
      headers: { origin: server.url },
    });
    const { code } = await opened.json();
    const protocol = await person.context.newCDPSession(page);
    await protocol.send('Network.enable');
    let bytes = 0;
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(`/t/${code}`);
    await places(page).first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.ok(bytes > 10_000 && bytes <= 220_000, `${game}: ${bytes} bytes`);
    await person.context.close();
  }
});

test('one click leads to a live board against bots, and at most three more to the first move', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  const { page } = person;
  const undo = page.getByRole('button', { name: /^Undo/ });
  for (const game of GAMES) {
    await page.goto('/');
    await door(page, game, 'Play bots').click();
    await places(page).first().waitFor();
    await page.getByRole('region', { name: 'Moves' }).getByRole('listitem').first().waitFor();
    assert.ok(isMine(await look(page)), `${game}: ${await page.title()}`);
    person.taps = 1;
    // On the floes the die is rolled first, and any ice slides with one tap.
    if (game.startsWith('Polar Dare!')) await tapMove(person);
    while (!(await undo.isEnabled())) await tapMove(person);
    assert.ok(
      person.taps <= 4 || game.startsWith('Polar Dare!'),
      `${game}: the first move is made with click ${person.taps}`,
    );
  }
  person.isContent();
  await person.leave();
});

test('the link to a table is in the clipboard after two clicks, and seats a guest with one', async () => {
  const host = await Person.come(browser, server, { name: 'Ada', permissions: ['clipboard-read', 'clipboard-write'] });
  const guest = await Person.come(browser, server, { viewport: PHONE });
  await host.page.goto('/');
  await door(host.page, 'Polar Dare!', 'Invite').click();
  await host.page.getByRole('button', { name: 'Open the table' }).click();
  await host.page.getByRole('heading', { name: /^Waiting for/ }).waitFor();
  const link = await host.page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/t\/[a-z0-9]+$/);

  await host.page.getByText('Only this computer can open the link').waitFor();

  await guest.page.goto(link);
  await guest.page.getByRole('heading', { name: /^Ada invites you to\s+Polar Dare!$/ }).waitFor();
  await guest.tap(guest.page.getByRole('button', { name: /^Join/ }));
  await Promise.all([host, guest].map(({ page }) => places(page).first().waitFor()));
  assert.match(await guest.page.title(), /Ada/);
  for (const person of [host, guest]) {
    person.isContent();
    await person.leave();
  }
});

test('the host adds and removes seats while people gather', async () => {
  const host = await Person.come(browser, server, { name: 'Ann' });
  const guest = await Person.come(browser, server, { name: 'Bob', viewport: PHONE });
  const { page } = host;
  const code = await host.open({ game: 'polar-dare', seats: ['me', 'open'] });
  const seats = page.getByRole('region', { name: /Waiting for/ }).getByRole('listitem');
  await page.getByRole('button', { name: '+ Add a seat' }).click();
  await page.getByRole('button', { name: '+ Add a seat' }).click();
  await seats.nth(3).waitFor();
  assert.equal(await page.getByRole('button', { name: '+ Add a seat' }).count(), 0, 'four may play');
  await guest.page.goto(`/t/${code}`);
  await guest.tap(guest.page.getByRole('button', { name: 'Join' }));
  await seats.filter({ hasText: 'Bob' }).waitFor();
  await page.getByRole('button', { name: '− Remove the last free seat' }).click();
  await seats.nth(3).waitFor({ state: 'detached' });
  // With the last free seat gone nobody is waited for.
  await page.getByRole('button', { name: '− Remove the last free seat' }).click();
  await board(page).waitFor();
  await board(guest.page).waitFor();
  host.isContent();
  guest.isContent();
  await Promise.all([host.leave(), guest.leave()]);
});

test('at one screen everybody has a seat and a name', async () => {
  const person = await Person.come(browser, server, { name: 'Ann', viewport: PHONE });
  const { page } = person;
  await page.goto('/');
  await person.tap(door(page, 'Polar Dare!', 'One screen'));
  const dialog = page.getByRole('dialog', { name: 'Polar Dare! at this screen' });
  await dialog.getByRole('radio', { name: '3' }).check({ force: true });
  const names = dialog.getByRole('textbox');
  assert.equal(await names.count(), 3);
  assert.equal(await names.first().inputValue(), 'Ann');
  await names.nth(1).fill('Bo');
  await person.tap(dialog.getByRole('button', { name: 'Play' }));
  await places(page).first().waitFor();
  await whoseTurn([person]);
  assert.match(await page.title(), /^● Ann’s turn/);
  await page.goto('/');
  await page.getByRole('article', { name: 'Polar Dare! Ann, Bo and Player 3' }).waitFor();
  person.isContent();
  await person.leave();
});

test('where the house listens to everybody, the link is one that others can open', async (t) => {
  const open = await Server.start('--address', '0.0.0.0');
  const person = await Person.come(browser, open, { name: 'Ada' });
  try {
    const { addresses } = await (await person.context.request.get('/api/reach')).json();
    if (addresses.length === 0) return t.skip('this machine has no address but its own');
    await person.open({ game: 'polar-dare', seats: ['me', 'open'] });
    await person.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    const link = await person.page.getByLabel('Send this link to the others').inputValue();
    assert.ok(link.startsWith(`${addresses[0]}/t/`), `${link} is at ${addresses[0]}`);
    assert.equal(await person.page.getByText('Only this computer').count(), 0);
    const stranger = await person.context.newPage();
    await stranger.goto(link);
    await stranger.getByRole('heading', { name: /invites you to/ }).waitFor();
  } finally {
    await person.leave();
    await open.stop();
  }
});

test('matches stand first with their boards, and can be hidden, shown and left', async () => {
  const person = await Person.come(browser, server, { name: 'Ada', reducedMotion: 'reduce' });
  const { page } = person;
  await person.open({ game: 'polar-dare', seats: ['me', 'greedy'] });
  await places(page).first().waitFor();
  await person.open({ game: 'ice-breakers', seats: ['me', 'open'] });
  await page.getByRole('heading', { name: 'Waiting for one player' }).waitFor();
  await page.goto('/');
  const race = page.getByRole('article', { name: 'Polar Dare! with Nori' });
  await race.locator('.board svg').first().waitFor();
  assert.ok((await race.boundingBox()).y < (await door(page, 'Polar Dare!', 'Play bots').boundingBox()).y);

  await race.getByRole('button', { name: /^Hide/ }).click();
  await race.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Show 1 hidden' }).click();
  await race.waitFor();

  await race.getByRole('button', { name: /^Leave…/ }).click();
  await race.getByText(/Nobody resigns: a bot plays on for you to the end\. .* “I’m back”/).waitFor();
  await race.getByRole('button', { name: /^Leave/ }).click();
  await race.waitFor({ state: 'detached' });
  const waiting = page.getByRole('article', { name: 'Ice Breakers to the Rescue nobody else yet' });
  await waiting.getByRole('button', { name: /^Leave…/ }).click();
  await waiting.getByRole('button', { name: /^Leave/ }).click();
  await waiting.waitFor({ state: 'detached' });
  person.isContent();
  await person.leave();
});

test('a table is set up by presets and by cards', async () => {
  const person = await Person.come(browser, server, { name: 'Ada' });
  const { page } = person;
  await page.goto('/new/piecepack-dare');
  const card = (/** @type {string} */ name) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
  await page.getByRole('radio', { name: /^Epic/ }).check({ force: true });
  assert.deepEqual(
    await Promise.all(
      [card('Mega ice age'), card('Homesick penguins'), card('Pack ice')].map((one) => one.isChecked()),
    ),
    [true, true, false],
  );
  await card('Mega ice age').uncheck({ force: true });
  assert.equal(await page.getByRole('radio', { name: /^Epic/ }).isChecked(), false);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await places(page).first().waitFor();
  const code = new URL(page.url()).pathname.split('/').at(-1);
  const record = await (await person.context.request.get(`/api/tables/${code}/record`)).json();
  assert.deepEqual([record.options.homesick_penguins, record.options.mega_ice_age], [true, false]);
  person.isContent();
  await person.leave();
});

test('the first page is light, and nothing on it jumps', async () => {
  const person = await Person.come(browser, server, { viewport: PHONE });
  const { page } = person;
  await page.addInitScript(() => {
    const all = /** @type {any} */ (window);
    all.shifted = 0;
    new PerformanceObserver((list) => {
      for (const shift of /** @type {any[]} */ (list.getEntries())) all.shifted += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await door(page, 'Polar Roller', 'Play bots').scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const pictures = await page.getByRole('article').locator('img').all();
  const sources = await Promise.all(pictures.map((picture) => picture.getAttribute('src')));
  assert.equal(new Set(sources).size, GAMES.length, 'five pictures, all different');
  for (const picture of pictures) {
    assert.ok(await picture.evaluate((/** @type {HTMLImageElement} */ { width, height }) => width > 0 && height > 0));
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((/** @type {HTMLImageElement} */ image) => image.decode());
  }
  const seen = await page.evaluate(() => ({
    shifted: /** @type {any} */ (window).shifted,
    elements: document.querySelectorAll('*').length,
  }));
  assert.ok(seen.shifted <= 0.05, `the layout shifted by ${seen.shifted}`);
  assert.ok(seen.elements <= 600, `${seen.elements} elements`);
  const robots = await person.context.request.get('/robots.txt');
  assert.match(robots.headers()['content-type'] ?? '', /^text\/plain/);
  assert.match(await robots.text(), /^User-agent: \*/);
  person.isContent();
  await person.leave();
});

test('a seat is the same after a reload, in another tab and, by its link, on another device', async () => {
  const person = await Person.come(browser, server, { name: 'Ada' });
  const phone = await Person.come(browser, server, { viewport: PHONE });
  const stranger = await Person.come(browser, server);
  const code = await person.open({ game: 'polar-dare', seats: ['me', 'greedy'] });
  await places(person.page).first().waitFor();
  await settle(person.page, () => person.page.keyboard.press('r'));
  const before = await look(person.page);

  await person.page.reload();
  await places(person.page).first().waitFor();
  await whoseTurn([person]);
  assert.deepEqual(await look(person.page), before);

  const tab = await person.context.newPage();
  await tab.goto(`/t/${code}`);
  await places(tab).first().waitFor();
  assert.deepEqual(await look(tab), before);

  await person.page.getByRole('tab', { name: 'Table' }).click();
  await person.page.getByRole('button', { name: 'Other device' }).click();
  const link = await person.page.getByLabel(/at another device/).inputValue();
  await phone.page.goto(link);
  await places(phone.page).first().waitFor();
  assert.deepEqual(await look(phone.page), before);
  assert.ok(!phone.page.url().includes('seat='), 'the secret does not stay in the address');
  await tapMove(phone);

  await stranger.page.goto(link);
  await stranger.page.getByText(/link/i).first().waitFor();
  assert.equal(await places(stranger.page).count(), 0, 'a seat link works once');
  for (const one of [person, phone]) one.isContent();
  for (const one of [person, phone, stranger]) await one.leave();
});

for (const width of [360, 320]) {
  test(`nothing sticks out at ${width} pixels, and everything can be hit`, async () => {
    const person = await Person.come(browser, server, { viewport: { width, height: 640 }, reducedMotion: 'reduce' });
    const { page } = person;
    /** @type {string[]} */
    const found = [];
    const check = async (/** @type {string} */ screen) => {
      found.push(...(await overflow(page)).map((what) => `${screen}: ${what} sticks out`));
      found.push(...(await tooSmall(page, 24)).map((what) => `${screen}: ${what}`));
    };
    await page.goto('/');
    await door(page, 'Polar Roller', 'Invite').waitFor();
    await check('first page');
    await person.tap(door(page, 'Polar Roller', 'One screen'));
    await page.getByRole('dialog').waitFor();
    await check('how many play');
    await page.keyboard.press('Escape');
    await page.goto('/new/piecepack-dare');
    await page.getByRole('heading', { name: 'Who plays?' }).waitFor();
    for (const fold of ['Rulings', 'More']) await person.tap(page.getByText(fold, { exact: true }));
    await check('new table');
    await page.goto('/rules/piecepack-dare');
    await page.getByRole('searchbox').waitFor();
    await check('rules');
    await person.open({ game: 'polar-dare', seats: ['me', 'open'] });
    await page.getByRole('heading', { name: /^Waiting for/ }).waitFor();
    await check('gathering');
    await person.open({
      game: 'piecepack-dare',
      seats: ['me', 'me', 'me', 'me'],
      options: { turn_limit: 1, polar_bear_alert: true, homesick_penguins: true, deep_freeze: true },
    });
    await places(page).first().waitFor();
    await check('in play');
    await settle(page, () => page.keyboard.press('r'));
    await check('after the roll');
    await person.tap(page.getByRole('button', { name: /^All moves/ }));
    await check('the list of moves');
    await page.keyboard.press('Escape');
    await person.tap(page.getByRole('button', { name: 'Players, log and chat' }));
    for (const tab of await page.getByRole('tab').all()) {
      await person.tap(tab);
      await check(await tab.innerText());
    }
    await person.tap(page.getByRole('button', { name: 'Close', exact: true }));
    await person.tap(page.getByRole('button', { name: 'Rules', exact: true }));
    await page.getByRole('region', { name: 'Rule book' }).getByRole('searchbox').waitFor();
    await check('rules at the table');
    await page.keyboard.press('Escape');
    await page.keyboard.press('[');
    await page.getByRole('slider').waitFor();
    await check('looking back');
    await page.keyboard.press('Escape');
    while (await whoseTurn([person])) await listMove(person);
    await result(page).waitFor();
    await check('result');
    for (const [game, options] of Object.entries({
      'rescue-polar-bears': { turn_limit: 6 },
      'ice-breakers': { introductory: true },
      'polar-roller': {},
    })) {
      await person.open({ game, options, seats: ['me', 'greedy', 'greedy'] });
      await places(page).first().waitFor();
      await check(game);
      for (let tap = 0; tap < 5; tap += 1) {
        await whoseTurn([person]);
        await tapMove(person);
        await check(`${game} after ${tap + 1} taps`);
      }
      await finish(person);
      await check(`${game}, the result`);
    }
    assert.deepEqual(found, []);
    person.isContent();
    await person.leave();
  });
}

for (const [game, main, least] of /** @type {const} */ ([
  ['polar-dare', /^Roll/, 40],
  ['piecepack-dare', /^Roll/, 40],
  // With the line of the last turns the map has a few pixels less than it should.
  ['rescue-polar-bears', /^End/, 40],
  // Between glaciers lie cliffs and pools, for which the finger may miss by half of that.
  ['polar-roller', /^All moves/, 24],
])) {
  test(`${game}: board, status and main action are on a phone's screen at once, and big enough for a thumb`, async () => {
    const person = await Person.come(browser, server, { viewport: PHONE });
    const { page } = person;
    await person.open({ game, seats: ['me', 'greedy'] });
    await places(page).first().waitFor();
    const button = page.getByRole('group', { name: 'Tools', exact: true }).getByRole('button', { name: main });
    const shown = [places(page).first(), places(page).last(), page.locator('#prompt'), button];
    for (const what of shown) await isOnScreen(what);
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), PHONE.height, 'nothing scrolls');
    const size = await button.boundingBox();
    assert.ok(size && size.height >= 40 && size.width >= 40);
    const small = (await boxes(places(page))).filter(({ width, height }) => width < least || height < least);
    assert.deepEqual(small, [], `every place is at least ${least} x ${least} pixels`);
    person.isContent();
    await person.leave();
  });
}

test("ice-breakers: status, the frame of the map and the hand are on a phone's screen at once, and every place can be hit", async () => {
  const person = await Person.come(browser, server, { viewport: PHONE });
  const { page } = person;
  await person.open({ game: 'ice-breakers', seats: ['me', 'greedy'] });
  await places(page).first().waitFor();
  const hand = page.getByRole('group', { name: 'Hands, open on the table' });
  for (const what of [page.locator('#prompt'), board(page), hand.getByRole('button').first()]) await isOnScreen(what);
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollHeight),
    PHONE.height,
    'nothing scrolls but the map',
  );
  assert.deepEqual(await overflow(page), []);
  const small = (await boxes(places(page))).filter(({ width, height }) => width < 40 || height < 40);
  assert.deepEqual(small, [], 'every place is at least 40 x 40 pixels');
  person.isContent();
  await person.leave();
});

/** @param {import('playwright-core').Locator} what */
async function isOnScreen(what) {
  const box = await what.boundingBox();
  assert.ok(
    box &&
      box.y >= 0 &&
      box.y + box.height <= PHONE.height + 0.5 &&
      box.x >= 0 &&
      box.x + box.width <= PHONE.width + 0.5,
    `${what} is on the screen: ${JSON.stringify(box)}`,
  );
}

test('nothing moves for people who asked for that', async () => {
  const person = await Person.come(browser, server, { viewport: LAPTOP, reducedMotion: 'reduce' });
  const { page } = person;
  await person.open({ game: 'polar-dare', seats: ['me', 'greedy'] });
  await places(page).first().waitFor();
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  const standing = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[aria-label=Board] svg [transform]')].map((piece) =>
        piece.getAttribute('transform'),
      ),
    );
  for (let move = 0; move < 6; move += 1) {
    await whoseTurn([person]);
    await tapMove(person);
    await whoseTurn([person]);
    const frame = () =>
      page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await frame();
    const at = await standing();
    assert.equal(await moving(), 0);
    await frame();
    assert.deepEqual(await standing(), at, 'pieces stand where they belong at once');
  }
  person.isContent();
  await person.leave();
});
