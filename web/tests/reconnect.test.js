// The connection is lost and comes back: the page says so, goes on by itself, and every move is played once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { agree, moves, places, position, ready, settle, whoseTurn } from './support/table.js';

openHouse();

/**
 * What the status line says about the connection.
 * @param {import('playwright-core').Page} page
 * @param {RegExp} words
 */
const says = (page, words) => page.getByRole('banner').getByText(words).waitFor();

const GAMES = ['polar-dare', 'rescue-polar-bears', 'ice-breakers', 'polar-roller'];

for (const game of GAMES) {
  test(`${game}: the server is killed and started again, pages come back within 3 seconds, and nothing is lost`, async () => {
    const ada = await Person.come(browser, server, { name: 'Ada', reducedMotion: 'reduce' });
    const bo = await Person.come(browser, server, { name: 'Bo', reducedMotion: 'reduce' });
    const people = [ada, bo];
    const code = await ada.open({ game, name: 'Ada', seats: ['me', 'open'] });
    await bo.page.goto(`/t/${code}`);
    await bo.page.getByRole('button', { name: /^Join/ }).click();
    await Promise.all(people.map(({ page }) => places(page).first().waitFor()));
    for (let step = 0; step < 2; step += 1) await act(ada.page);
    const before = await agree(ada.page, bo.page);

    for (let round = 0; round < (game === GAMES[0] ? 2 : 1); round += 1) {
      await server.kill();
      await Promise.all(people.map(({ page }) => says(page, /^(catching up|offline)$/)));
      await Promise.all(people.map(({ page }) => says(page, /^offline$/)));
      assert.deepEqual(await position(bo.page), before, 'the board stays on the screen');
      await server.run();
      const back = performance.now();
      await Promise.all(people.map(({ page }) => says(page, /^live$/)));
      const took = performance.now() - back;
      assert.ok(took < 3000, `back after ${Math.round(took)} ms`);
      assert.deepEqual(await agree(ada.page, bo.page), before, 'every move is there');
    }

    const next = (await whoseTurn(people)) ?? ada;
    await act(next.page);
    await agree(ada.page, bo.page);
    for (const person of people) {
      // That the server was gone is all that the console tells.
      assert.deepEqual(
        person.complaints.filter((text) => !/WebSocket|ERR_CONNECTION|Failed to fetch/.test(text)),
        [],
      );
      await person.leave();
    }
  });
}

/**
 * Does the first thing of the list, once the server has answered what was done before.
 * @param {import('playwright-core').Page} page
 */
async function act(page) {
  await ready(page);
  await settle(page, () => moves(page).first().click());
}

test('a move that was made without a connection is sent once, when it is back', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  const { page } = person;
  const code = await person.open({ game: 'polar-dare', seats: ['me', 'me'] });
  await places(page).first().waitFor();
  await settle(page, () => page.keyboard.press('r'));
  const count = async () => (await (await person.context.request.get(`/api/tables/${code}/replay`)).json()).log.length;
  const steps = await count();

  await server.kill();
  await says(page, /^(catching up|offline)$/);
  await moves(page).first().click();
  await page.getByText('sending…').waitFor();
  const waiting = await position(page);
  await says(page, /^offline$/);
  await server.run();
  await page.getByText('sending…').waitFor({ state: 'detached', timeout: 3000 });
  await says(page, /^live$/);
  assert.notDeepEqual(await position(page), waiting, 'the move was played');
  assert.equal(await count(), steps + 1, 'once');
  await person.leave();
});

for (const game of GAMES) {
  test(`${game}: a move whose answer is lost is played once`, async () => {
    const { person, page, line, count } = await sitOnALine(game);
    const steps = await count();
    line.down = false;
    await moves(page).first().click();
    await page.getByText('sending…').waitFor();
    while ((await count()) === steps) await page.waitForTimeout(20);
    const played = await count();
    line.down = true;
    await line.cut();
    await page.getByText('sending…').waitFor({ state: 'detached', timeout: 3000 });
    await says(page, /^live$/);
    assert.equal(await count(), played);
    person.isContent();
    await person.leave();
  });
}

test('a line that went dead without a word is noticed, and the move is played once', async () => {
  const { person, page, line, count } = await sitOnALine();
  const steps = await count();
  [line.up, line.down] = [false, false];
  await moves(page).first().click();
  await page.getByText('sending…').waitFor();
  assert.equal(await count(), steps);
  [line.up, line.down] = [true, true];
  await page.getByText('sending…').waitFor({ state: 'detached', timeout: 8000 });
  await says(page, /^live$/);
  assert.equal(await count(), steps + 1);
  person.isContent();
  await person.leave();
});

/** Sits down at a table where something was done, with a line to the server that can be cut. */
async function sitOnALine(game = 'polar-dare') {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  const { page } = person;
  const line = new Line();
  await person.context.routeWebSocket(/\/socket$/, (socket) => line.lay(socket));
  const code = await person.open({ game, seats: ['me', 'me'] });
  await places(page).first().waitFor();
  await act(page);
  const count = async () => (await (await person.context.request.get(`/api/tables/${code}/replay`)).json()).log.length;
  return { person, page, line, count };
}

/** The line between a page and the server. */
class Line {
  /** Does what the page says arrive? */
  up = true;
  /** Does what the server says arrive? */
  down = true;
  /** @type {import('playwright-core').WebSocketRoute | undefined} */
  #socket;

  /** @param {import('playwright-core').WebSocketRoute} socket */
  lay(socket) {
    this.#socket = socket;
    const server = socket.connectToServer();
    // What is lost on a socket stays lost; the next one is new.
    let dead = false;
    socket.onMessage((message) => {
      dead ||= !this.up;
      if (!dead) server.send(message);
    });
    server.onMessage((message) => {
      if (!dead && this.down) socket.send(message);
    });
  }

  async cut() {
    await this.#socket?.close();
  }
}

test('a table that the server has lost is not waited for: the page says so and what to do', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  const { page } = person;
  const code = await person.open({ game: 'polar-dare', seats: ['me', 'me'] });
  await places(page).first().waitFor();
  await server.forget();
  await page.getByRole('main').getByText(`There is no table “${code}”`).waitFor();
  await page
    .getByRole('main')
    .getByText(/Ask whoever runs it, or open a new table/)
    .waitFor();
  await page.getByRole('link', { name: 'All games' }).first().click();
  await page.getByRole('heading', { name: 'Polar Dare!', exact: true }).waitFor();
  await person.leave();
});

test('a table whose entries were changed on the disk is shown and cannot be played on', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  const { page } = person;
  const code = await person.open({ game: 'polar-dare', seats: ['me', 'me'] });
  await places(page).first().waitFor();
  await act(page);
  await act(page);
  await server.kill();
  const last = `SELECT entry_id FROM ends JOIN tables ON id = table_id WHERE code = '${code}'`;
  server.damage(`UPDATE entries SET entry = entry || ' ' WHERE id = (${last})`);
  await server.run();
  await page.getByText(/was changed on the disk\. The table is shown as it stood before/).waitFor();
  await places(page).first().waitFor();
  assert.equal(await moves(page).count(), 0);
  await person.leave();
});
