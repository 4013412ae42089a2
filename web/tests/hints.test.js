// Hints are drawn on the board, followed step by step, never lost and never offered where they are refused; what an
// action costs is told before it is done; things say what they are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { asks, fewer, followHints, hint, steps } from './support/hints.js';
import { tapMove } from './support/players.js';
import { board, places, ready, whoseTurn } from './support/table.js';

openHouse();

const MOST = 160;

for (const [game, options, viewport] of /** @type {const} */ ([
  ['polar-dare', {}, LAPTOP],
  ['piecepack-dare', { mega_ice_age: true }, LAPTOP],
  ['rescue-polar-bears', {}, PHONE],
  ['ice-breakers', {}, LAPTOP],
  ['polar-roller', {}, PHONE],
])) {
  test(`${game}: a hint is short, drawn, shown, and followed up to the next die`, async () => {
    const person = await Person.come(browser, server, { viewport, reducedMotion: 'reduce' });
    const { page } = person;
    await person.open({ game, options, seats: ['me', 'easy'] });
    await whoseTurn([person]);
    await ready(page);
    // On the floes the first thing is the roll.
    if ((await page.locator('#moves li').count()) === 1) await tapMove(person);
    await whoseTurn([person]);
    const text = await asks(person);
    assert.match(text, /^Try: /);
    assert.ok(text.length <= MOST + 1, `${text.length} characters: ${text}`);
    assert.ok((await steps(person)) > 0, 'the plan is drawn');
    await person.tap(hint(person).getByRole('button', { name: 'Show me' }));
    const before = await steps(person);
    await person.tap(hint(person).getByRole('button', { name: 'This step' }));
    await fewer(person, before);
    person.isContent();
    await person.leave();
  });
}

test('all of a hint is done, step after step', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  const { page } = person;
  await person.open({ game: 'ice-breakers', seats: ['me', 'easy'] });
  await whoseTurn([person]);
  // Sometimes to pass is best.
  for (await asks(person); (await steps(person)) < 3; await asks(person)) {
    await person.tap(hint(person).getByRole('button', { name: 'This step' }));
    await hint(person).waitFor({ state: 'detached' });
    await whoseTurn([person]);
  }
  await person.tap(hint(person).getByRole('button', { name: 'All of it' }));
  // What is left is at most what turns up the next report.
  await page.waitForFunction(
    () => Number(document.querySelector('[data-marks]')?.getAttribute('data-marks') ?? 0) <= 1,
    undefined,
    { timeout: 20_000 },
  );
  person.isContent();
  await person.leave();
});

test('where hints are refused, none is offered', async () => {
  const [ann, bob] = await Promise.all(
    ['Ann', 'Bob'].map((name) => Person.come(browser, server, { name, reducedMotion: 'reduce' })),
  );
  const code = await ann.open({ game: 'polar-dare', seats: ['me', 'open'] });
  await bob.page.goto(`/t/${code}`);
  await bob.tap(bob.page.getByRole('button', { name: /^(Join|Take this seat)/ }).first());
  const active = await whoseTurn([ann, bob]);
  assert.ok(active);
  await ready(active.page);
  assert.equal(await active.page.getByRole('button', { name: 'Hint', exact: true }).count(), 0);
  await active.page.keyboard.press('h');
  assert.equal(await hint(active).count(), 0, 'nobody waits for what does not come');
  for (const person of [ann, bob]) {
    person.isContent();
    await person.leave();
  }
});

test('no hint of Polar Roller is lost when bots finish meanwhile', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  await person.open({ game: 'polar-roller', seats: ['me', 'easy', 'easy'] });
  assert.equal(await followHints(person, 6), 6, 'both phases of three rounds');
  person.isContent();
  await person.leave();
});

test('a step into the bear is asked about on the board, in the list and by key alike', async () => {
  const person = await Person.come(browser, server, { name: 'Ann', reducedMotion: 'reduce' });
  const { page } = person;
  const turns = [
    '1 roll;* B3;1 slide a4 n;1 bear a4;1 slide a4 s',
    '2 roll;* P4;2 hop start a1;2 slide a1 n;2 hop a1 a2;2 slide a2 n',
    '1 roll;* P2;1 slide d1 n;1 slide d1 s',
    '2 roll;* P3;2 hop a2 a3;2 slide a3 n;2 slide d1 n',
    '1 roll;* P2;1 slide d1 s;1 slide d1 n',
    '2 roll;* P2',
  ];
  const steps = turns.flatMap((turn) => turn.split(';'));
  const record = { polynya: 1, game: 'polar-dare', rules: 1, seats: 2, options: {}, steps, result: null };
  const answer = await person.context.request.post('/api/records', {
    data: JSON.stringify(record),
    headers: { origin: person.home, 'content-type': 'application/json' },
  });
  const told = await answer.json();
  assert.equal(answer.status(), 201, JSON.stringify(told));
  await page.goto(`/t/${told.code}`);
  await person.tap(page.getByRole('button', { name: /this seat.*Blue/ }));
  await whoseTurn([person]);
  await ready(page);
  const at = (/** @type {string} */ name) => places(page).and(page.locator(`[data-place=${name}]`));
  const question = page.getByRole('group', { name: 'Question' });

  await person.tap(at('a3'));
  await person.tap(at('a4'));
  await question.waitFor();
  assert.match(await question.innerText(), /swims back to START/);
  await person.tap(question.getByRole('button', { name: 'Close this answer' }));
  await question.waitFor({ state: 'detached' });

  const labels = await page.locator('#moves li').evaluateAll((all) => all.map((one) => one.textContent ?? ''));
  const index = labels.findIndex((label) => label.includes('from a3 to a4'));
  assert.ok(index >= 0 && index < 9, labels.join(' | '));
  assert.match(labels[index] ?? '', /swims back/, 'the list marks it too');
  await page.keyboard.press(String(index + 1));
  await question.waitFor();
  await page.keyboard.press(String(index + 1));
  await question.waitFor({ state: 'detached' });
  await page.waitForFunction(
    () => ![...document.querySelectorAll('#moves li')].some((one) => one.textContent?.includes('from a3 to a4')),
  );
  person.isContent();
  await person.leave();
});

test('a way is cleared and sailed in one go, and one Undo takes it back', async () => {
  const person = await Person.come(browser, server, { reducedMotion: 'reduce' });
  const { page } = person;
  await person.open({ game: 'ice-breakers', options: { map: 'easy' }, seats: ['me', 'easy'] });
  const route = page.getByRole('button', { name: /^Clear \d+ and sail home/ });
  const open = () =>
    page.locator('#moves li').evaluateAll((all) => {
      const powers = all.filter((one) => one.textContent?.includes('Open the turn'));
      powers.at(-1)?.querySelector('button')?.click();
      return powers.length;
    });
  await whoseTurn([person]);
  await ready(page);
  await person.tap(page.getByRole('button', { name: 'Routes', exact: true }));
  for (let turn = 0; turn < 12; turn += 1) {
    await whoseTurn([person]);
    await ready(page);
    if ((await open()) > 0) await page.getByRole('button', { name: /^Undo/ }).and(page.locator(':enabled')).waitFor();
    if ((await route.count()) > 0) break;
    await page.keyboard.press('e');
    await page.waitForFunction(() => !document.title.startsWith('●'));
  }
  const before = await board(page).innerText();
  await person.tap(route.first());
  await board(page).getByText('At home').waitFor();
  await page.keyboard.press('u');
  await page.waitForFunction(
    (before) => /** @type {HTMLElement} */ (document.querySelector('[aria-label=Board]')).innerText === before,
    before,
  );
  person.isContent();
  await person.leave();
});

test('anything says what it is', async () => {
  const person = await Person.come(browser, server, { viewport: LAPTOP, reducedMotion: 'reduce' });
  const { page } = person;
  await person.open({ game: 'rescue-polar-bears', seats: ['me', 'easy'] });
  await whoseTurn([person]);
  await ready(page);
  await page.keyboard.press('w');
  await person.tap(places(page).nth(30));
  const answer = page.getByRole('group', { name: 'Answer' });
  await answer.waitFor();
  assert.match(await answer.innerText(), /Rule \d+\.\d+/);
  await page.keyboard.press('Escape');
  await answer.waitFor({ state: 'detached' });
  person.isContent();
  await person.leave();
});
