// Looking back, taking back, and what belongs to a match besides its moves.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { listMove } from './support/players.js';
import { agree, look, moves, places, position, prompt, result, settle, whoseTurn } from './support/table.js';

/** Somebody who has finished a match. @type {Person} */
let player;
/** The table of that match. */
let code = '';

openHouse({ flags: ['--absent', '1'], first: playMatch });

async function playMatch() {
  player = await Person.come(browser, server, {
    name: 'Ada',
    viewport: LAPTOP,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  code = await player.open({ game: 'polar-dare', seats: ['me', 'greedy'] });
  await player.page.getByRole('tab', { name: 'Table' }).click();
  await player.page.getByRole('button', { name: 'Let a bot play' }).click();
  await result(player.page).waitFor();
}

/** Which step is shown, and of how many. @param {import('playwright-core').Page} page */
async function shown(page) {
  const text = await page
    .getByText(/^Viewing step \d+ of \d+/)
    .first()
    .innerText();
  const [step, total] = [...text.matchAll(/\d+/g)].map(Number);
  return { step, total };
}

test('a match is replayed forwards, backwards, by slider, by the log and by its address', async () => {
  const { page } = player;
  await page.goto(`/t/${code}`);
  await result(page).waitFor();
  const end = await position(page);

  await page.keyboard.press('[');
  const { step, total } = await shown(page);
  assert.equal(step, total - 1);
  assert.ok(total > 40, `a match of many steps: ${total}`);

  await page.keyboard.press('Home');
  assert.equal((await shown(page)).step, 0);
  const forwards = [await position(page)];
  for (let next = 1; next <= 25; next += 1) {
    await page.keyboard.press(']');
    assert.equal((await shown(page)).step, next);
    forwards.push(await position(page));
  }
  assert.ok(new Set(forwards.map(String)).size > 10, 'the steps change the board');
  for (let back = 24; back >= 0; back -= 1) {
    await page.keyboard.press('[');
    assert.deepEqual(await position(page), forwards[back], `step ${back} looks as it did before`);
  }

  await page.getByRole('slider', { name: 'Step' }).fill('20');
  assert.equal((await shown(page)).step, 20);
  assert.deepEqual(await position(page), forwards[20]);

  await page.getByRole('tab', { name: 'Log' }).click();
  const line = page.getByRole('tabpanel', { name: 'Log' }).getByRole('button').nth(12);
  const told = (await line.innerText()).trim();
  await line.click();
  const at = await shown(page);
  assert.ok(at.step > 0 && at.step < total);
  await page.getByRole('region', { name: 'Replay' }).getByText(told).waitFor();

  const address = new URL(page.url());
  assert.match(address.search, /^\?turn=\d+$/);
  const turn = await position(page);
  await page.goto(`/replay/${code}`);
  assert.equal((await shown(page)).step, 0, 'a replay begins with the match');
  await page.getByRole('slider', { name: 'Step' }).fill(String(at.step));
  assert.deepEqual(await position(page), turn, 'the page of the replay shows the same');
  await page.getByRole('button', { name: 'Step forward' }).click();
  assert.equal((await shown(page)).step, at.step + 1);
  const next = await position(page);
  const link = new URL(page.url()).search;
  assert.match(link, /^\?step=\d+$/);
  await page.goto(`/replay/${code}${link}`);
  assert.equal((await shown(page)).step, at.step + 1, 'a step is opened by its address');
  assert.deepEqual(await position(page), next);

  await page.goto(`/t/${code}${address.search}`);
  await places(page).first().waitFor();
  const opened = await shown(page);
  assert.ok(opened.step > 0 && opened.step <= at.step, 'a turn is opened by its address');
  await page.keyboard.press('Escape');
  await result(page).waitFor();
  assert.equal(new URL(page.url()).search, '');
  assert.deepEqual(await position(page), end, 'Esc leads back to the table');
  player.isContent();
});

test('a step of a replay is drawn within 50 ms', async () => {
  const { page } = player;
  await page.goto(`/t/${code}`);
  await result(page).waitFor();
  await page.keyboard.press('Home');
  await shown(page);
  const took = await page.evaluate(async () => {
    const times = [];
    for (let step = 0; step < 30; step += 1) {
      const start = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: ']' }));
      await Promise.resolve();
      // Asking for a size makes the browser lay the page out.
      document.querySelector('[role=gridcell]')?.getBoundingClientRect();
      times.push(performance.now() - start);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
    return times.sort((one, other) => one - other);
  });
  assert.equal((await shown(page)).step, 30);
  assert.ok(took[15] <= 50, `median ${took[15]} ms, most ${took[29]} ms`);
  await page.keyboard.press('Escape');
});

test('the record is downloaded and opened again, and the dice prove fair', async () => {
  const { page } = player;
  await page.goto(`/t/${code}`);
  await result(page).waitFor();
  const end = await position(page);
  await page.getByText('Were the dice fair?').click();
  await page.getByText(/rolls and draws follow from the seed/).waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    prompt(page).getByRole('link', { name: 'Save match' }).click(),
  ]);
  const file = await download.path();
  const record = JSON.parse(await readFile(file, 'utf8'));
  assert.equal(record.game, 'polar-dare');
  assert.ok(record.seed, 'a finished match tells its seed');

  await page.goto('/');
  await page.getByText('Open a saved match').click();
  await page.getByLabel('A record from a file').setInputFiles(file);
  await page.waitForURL(/\/t\//);
  assert.ok(!page.url().includes(code), 'it is a table of its own');
  await places(page).first().waitFor();
  assert.deepEqual(await position(page), end);
  await page.getByText('Were the dice fair?').click();
  await page.getByText(/rolls and draws follow from the seed/).waitFor();
  assert.equal(await page.getByText('cannot be trusted').count(), 0, 'it was played honestly elsewhere');

  await page.goto('/');
  await page.getByText('Open a saved match').click();
  await page.getByLabel('or pasted here').fill('penguins');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'no saved match' }).waitFor();
  player.isContent();
});

test('moves are undone, the turn is restarted, and what was undone is redone', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  const { page } = person;
  await person.open({ game: 'polar-dare', seats: ['me', 'me'], options: {} });
  await places(page).first().waitFor();
  const tool = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true });
  await settle(page, () => page.keyboard.press('r'));
  const seen = [await look(page)];
  for (let move = 0; move < 2; move += 1) {
    await settle(page, () => moves(page).first().click());
    seen.push(await look(page));
  }
  const [rolled, once, twice] = seen;
  // The first roll of a bear leaves two moves of three; the third would end the turn.
  await settle(page, () => tool('Undo').click());
  assert.deepEqual(await look(page), once);
  await settle(page, () => page.keyboard.press('u'));
  assert.deepEqual(await look(page), rolled);
  await settle(page, () => tool('Redo').click());
  assert.deepEqual(await look(page), once);
  await settle(page, () => page.keyboard.press('y'));
  assert.deepEqual(await look(page), twice);
  await settle(page, () => page.keyboard.press('Shift+U'));
  assert.deepEqual(await look(page), rolled);
  await settle(page, () => page.keyboard.press('y'));
  assert.deepEqual(await look(page), once);
  await settle(page, () => tool('Restart turn').click());
  assert.deepEqual(await look(page), rolled);
  person.isContent();
  await person.leave();
});

test('two people talk, point, ask to take back, leave, come back, and play again', async () => {
  const ada = await Person.come(browser, server, { name: 'Ada', viewport: LAPTOP, reducedMotion: 'reduce' });
  const bo = await Person.come(browser, server, { name: 'Bo', viewport: PHONE, reducedMotion: 'reduce' });
  const table = await ada.open({ game: 'polar-dare', name: 'Ada', seats: ['me', 'open'], options: { turn_limit: 2 } });
  await bo.page.goto(`/t/${table}`);
  await bo.tap(bo.page.getByRole('button', { name: /^Join/ }));
  await Promise.all([ada, bo].map(({ page }) => places(page).first().waitFor()));

  await bo.tap(bo.page.getByRole('button', { name: 'Players, log and chat' }));
  await bo.tap(bo.page.getByRole('tab', { name: /^Talk/ }));
  await bo.tap(bo.page.getByRole('button', { name: 'Hello!' }));
  await bo.page.getByLabel('Say something').fill('Mind the <b>bear</b>');
  await bo.page.keyboard.press('Enter');
  await bo.tap(bo.page.getByRole('button', { name: 'Close', exact: true }));
  await ada.page.getByRole('tab', { name: /Talk.*2/ }).click();
  await ada.page.getByRole('list', { name: 'What was said' }).getByText('Mind the <b>bear</b>').waitFor();

  await places(bo.page).nth(5).focus();
  await bo.page.keyboard.press('g');
  await ada.page
    .getByRole('log')
    .getByText(/^Bo points at /)
    .waitFor();

  const before = await agree(ada.page, bo.page);
  await settle(ada.page, () => ada.page.keyboard.press('r'));
  await listMove(ada);
  await agree(ada.page, bo.page);
  await prompt(bo.page).getByText('Ada is moving. You are next.').waitFor();
  assert.equal(await ada.page.getByRole('button', { name: 'Hint' }).count(), 0, 'no hints between people');
  await ada.page.getByRole('button', { name: 'Undo', exact: true }).click();
  const back = ada.page.getByRole('button', { name: 'Undo: the others are asked' });
  await back.click();
  await bo.tap(bo.page.getByRole('button', { name: 'No', exact: true }));
  await prompt(ada.page).getByText('Bo does not agree to the take-back.').waitFor();
  await back.click();
  await bo.tap(bo.page.getByRole('button', { name: 'Agree' }));
  await prompt(ada.page).getByText('Roll the die.').waitFor();
  assert.deepEqual(await agree(ada.page, bo.page), before);

  const away = bo.page.url();
  await bo.page.goto('about:blank');
  const cover = ada.page.getByRole('button', { name: /^Bot for now/ });
  await cover.click();
  await ada.page.getByText(/a bot plays/).waitFor();
  await bo.page.goto(away);
  await places(bo.page).first().waitFor();
  await prompt(bo.page).getByText('A bot plays for you.').waitFor();
  await bo.tap(prompt(bo.page).getByRole('button', { name: 'I’m back' }));
  await ada.page.getByText(/a bot plays/).waitFor({ state: 'detached' });

  // On a phone the handle of the drawer tells that somebody spoke.
  await ada.page.getByLabel('Say something').fill('Welcome back');
  await ada.page.keyboard.press('Enter');
  await bo.page.getByRole('button', { name: 'Players, log and chat, 1 new' }).waitFor();

  for (let person = await whoseTurn([ada, bo]); person; person = await whoseTurn([ada, bo])) await listMove(person);
  await result(ada.page).waitFor();
  await prompt(ada.page).getByRole('button', { name: 'Rematch' }).click();
  await ada.page.waitForURL((url) => !url.pathname.endsWith(table));
  await bo.tap(bo.page.getByRole('link', { name: 'Join the rematch' }));
  await bo.page.waitForURL(ada.page.url());
  await Promise.all([ada, bo].map(({ page }) => places(page).first().waitFor()));
  await agree(ada.page, bo.page);
  for (const person of [ada, bo]) {
    person.isContent();
    await person.leave();
  }
});

test('a replay goes by turns and by steps, at three speeds, and its curves agree with its numbers', async () => {
  const { page } = player;
  await page.goto(`/replay/${code}`);
  await page.getByText('The match begins.').waitFor();
  const bar = page.getByRole('region', { name: 'Replay' });
  await bar.getByRole('button', { name: 'Next turn' }).click();
  const first = await shown(page);
  assert.ok(first.step > 1, 'a turn is more than a step');
  await bar.getByText(/, turn 2/).waitFor();
  await bar.getByRole('button', { name: 'Previous turn' }).click();
  assert.equal((await shown(page)).step, 0);
  // Every step tells something: none is dead.
  for (let step = 1; step <= 12; step += 1) {
    await page.keyboard.press(']');
    assert.notEqual(await bar.locator('.told').innerText(), '', `step ${step} tells something`);
  }
  // The curves stand where the numbers are, at every step.
  const curve = bar.getByRole('img', { name: /^Course/ }).first();
  const agreed = await curve.evaluate((svg) => {
    const top = Number(svg.parentElement?.querySelector('.axis span')?.textContent);
    const now = Number(/M([\d.]+)/.exec(svg.querySelector('.now')?.getAttribute('d') ?? '')?.[1]);
    const numbers = [...(svg.closest('figure')?.querySelectorAll('figcaption b') ?? [])].map((b) =>
      Number(b.textContent),
    );
    const heights = [...svg.querySelectorAll('polyline:not(.casing)')].map((line) => {
      const points = (line.getAttribute('points') ?? '').split(' ').map((point) => point.split(',').map(Number));
      const [, y] = points.reduce((best, one) => (Math.abs(one[0] - now) < Math.abs(best[0] - now) ? one : best));
      return Math.round((1 - (y - 2) / 36) * top);
    });
    return { numbers, heights };
  });
  assert.deepEqual(agreed.heights, agreed.numbers);
  // A click on the curve opens a turn.
  const box = await curve.boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width * 0.6, box.y + box.height / 2);
  const clicked = await shown(page);
  assert.ok(clicked.step > 12 && clicked.step < clicked.total, `a turn in the middle: ${clicked.step}`);
  await bar.getByRole('button', { name: '4×' }).click();
  await bar.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(
    (from) => Number(/step (\d+)/.exec(document.body.innerText)?.[1]) > from + 2,
    clicked.step,
  );
  await bar.getByRole('button', { name: 'Pause' }).click();
  await bar.getByRole('button', { name: 'Last step' }).click();
  await bar.getByText(/wins\.|You won!/).waitFor();
  await page.goto(`/replay/${code}?turn=5`);
  await bar.getByText(/, turn 5/).waitFor();
  player.isContent();
});

test('the end says who won, why and how it went, and leads on', async () => {
  const { page } = player;
  await page.goto(`/t/${code}`);
  await result(page).waitFor();
  const title = await result(page).innerText();
  assert.match(title, /^(You won!|.+ wins\.)$/);
  const banner = page.getByRole('region', { name: 'Board', exact: true }).getByText(title);
  await banner.waitFor();
  await prompt(page)
    .getByText(
      title === 'You won!' ? /^All 3 of your penguins are home after \d+ turns\.$/ : /^You brought \d of 3 home\.$/,
    )
    .waitFor();
  for (const fact of ['Penguins home', 'Others sent back', 'Moves a roll'])
    await prompt(page).getByRole('rowheader', { name: fact }).waitFor();
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0, 'nothing moves with reduced motion');
  await page.getByRole('button', { name: 'Close the banner' }).click();
  await banner.waitFor({ state: 'detached' });
  await prompt(page).getByRole('button', { name: 'Share' }).waitFor();
  await prompt(page).getByRole('link', { name: 'Replay' }).waitFor();
  // A point of the course opens its turn.
  const curve = prompt(page).getByRole('img', { name: /^Course/ });
  const box = await curve.boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByText(/^Viewing step/).waitFor();
  assert.match(new URL(page.url()).search, /^\?turn=\d+$/);
  await page.keyboard.press('Escape');
  await result(page).waitFor();
  // Another bot takes the seat of the first.
  await prompt(page).getByLabel('Another bot').selectOption('easy');
  await page.waitForURL((url) => !url.pathname.endsWith(code));
  await places(page).first().waitFor();
  player.isContent();
});

test('points are counted up by part', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  const { page } = person;
  await person.open({ game: 'polar-roller', seats: ['me', 'easy'] });
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Let a bot play' }).click();
  await result(page).waitFor({ timeout: 120_000 });
  const cells = async (/** @type {string} */ name) =>
    (await prompt(page).getByRole('row', { name }).getByRole('cell').allInnerTexts()).map(Number);
  const parts = ['Penguins', 'Colonies', 'Orcas', 'Pods', 'Bears', 'Hunting grounds', 'Fish'];
  const columns = await Promise.all(parts.map(cells));
  const sums = columns.reduce((all, row) => all.map((sum, seat) => sum + row[seat]), [0, 0]);
  assert.deepEqual(await cells('Together'), sums);
  person.isContent();
  await person.leave();
});
