// Setting a table up: rulings, dice and temperatures, who begins, and who plays with what.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { changed, OWN_BOXES } from './support/boxes.js';
import { LAPTOP, Person, PHONE, TABLET } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { overflow } from './support/sizes.js';
import { board, door, places } from './support/table.js';

openHouse();

/** Looks at a page at all three sizes: nothing is wider than the screen, and axe finds nothing. */
async function looksRight(page, name) {
  for (const viewport of [PHONE, TABLET, LAPTOP]) {
    await page.setViewportSize(viewport);
    assert.deepEqual(await overflow(page), [], `${name} at ${viewport.width}`);
    if (process.env.PICTURES) {
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${viewport.width}.png`, fullPage: true });
    }
    assert.deepEqual(await violations(page), [], `${name} at ${viewport.width}`);
  }
}

/** The options with which the table of this page was opened, as far as they are asked for. */
async function optionsOf(page, code) {
  const record = await page.request.get(`/api/tables/${code}/record`);
  return (await record.json()).options;
}

const codeOf = (page) => new URL(page.url()).pathname.split('/').pop();
const seatNames = (page) =>
  page.evaluate(async () => {
    const answer = await fetch(`/api/tables/${location.pathname.split('/').pop()}`);
    return (await answer.json()).seats.map(({ name, player }) => `${player}: ${name}`);
  });

test('rulings are folded away, one line each, and those that are changed are chips at the table', async () => {
  const person = await Person.come(browser, server, { name: 'Ann' });
  const { page } = person;
  await page.goto('/new/rescue-polar-bears');
  const rulings = page.getByText('Rulings', { exact: true });
  assert.equal(await page.getByRole('switch', { name: /Collect by choice/ }).isVisible(), false);
  await rulings.click();
  await looksRight(page, 'rulings');
  await page.getByRole('switch', { name: /Collect by choice/ }).click({ force: true });
  await page.getByRole('switch', { name: /Heat without ice/ }).click({ force: true });
  await page.getByText('2 changed').waitFor();
  // Any temperature from 0 to 20.
  const scale = page.getByRole('slider');
  await scale.fill('13');
  await page.getByText('13°').first().waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await places(page).first().waitFor();
  const options = await optionsOf(page, codeOf(page));
  assert.deepEqual(
    [options.collect_by_choice, options.heat_without_ice, options.lone_cub_counts, options.start_temperature],
    [true, false, false, 13],
  );
  const chips = await page.locator('.variants .chip').allTextContents();
  assert.equal(chips.length, 3, chips.join(', '));
  person.isContent();
  await person.leave();
});

test('the die of Polar Dare! is chosen face by face', async () => {
  const person = await Person.come(browser, server, { name: 'Ann' });
  const { page } = person;
  await page.goto('/new/polar-dare');
  await page.getByText('More of the game').click();
  await page.getByLabel('Face 2').selectOption('B3');
  await looksRight(page, 'die');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await places(page).first().waitFor();
  assert.deepEqual((await optionsOf(page, codeOf(page))).die, ['B3', 'B3', 'P3', 'P3', 'P4', 'P4']);
  person.isContent();
  await person.leave();
});

test('at one screen the table asks who feels the hottest, by name', async () => {
  const person = await Person.come(browser, server, { name: 'Ann' });
  const { page } = person;
  await page.goto('/');
  await door(page, 'Rescue Polar Bears', 'One screen').click();
  const names = page.getByRole('dialog').getByRole('textbox');
  await names.nth(0).fill('Ann');
  await names.nth(1).fill('Ben');
  await names.nth(2).fill('Cleo');
  await page.getByLabel('Who begins?').selectOption('asked');
  await looksRight(page, 'one-screen');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('group', { name: 'Who feels the hottest?' }).waitFor();
  await looksRight(page, 'hottest');
  await page.reload();
  await page.getByRole('button', { name: 'Cleo', exact: true }).click();
  await places(page).first().waitFor();
  const order = (await seatNames(page)).map((seat) => seat.split(':')[0]);
  assert.deepEqual(order, ['Cleo', 'Ann', 'Ben']);
  person.isContent();
  await person.leave();
});

test('friends choose their colours, and everything is drawn and said in them', async () => {
  const ann = await Person.come(browser, server, { name: 'Ann' });
  const ben = await Person.come(browser, server, { name: 'Ben' });
  const code = await ann.open({ game: 'polar-dare', seats: ['me', 'open'], name: 'Ann' });
  await ben.page.goto(`/t/${code}`);
  await ann.page.getByLabel('colour of Ann').selectOption('Yellow');
  await ann.page.getByText('Yellow · you').waitFor();
  await looksRight(ann.page, 'colours');
  await ben.page.getByRole('button', { name: 'Join' }).click();
  for (const { page } of [ann, ben]) await places(page).first().waitFor();
  for (const { page } of [ann, ben]) {
    assert.deepEqual(await seatNames(page), ['Ann: Yellow', 'Ben: Blue']);
    const drawn = await board(page).innerHTML();
    assert.ok(drawn.includes('#f0e442') && !drawn.includes('#d55e00'), 'penguins are yellow and none is red');
  }
  await ann.page.getByRole('button', { name: /^Roll/ }).first().click();
  await ann.page.waitForFunction(() => /Yellow rolls/.test(document.body.textContent ?? ''));
  assert.ok(!/\bRed\b/.test((await ben.page.textContent('body')) ?? ''), 'nobody is called Red');
  await ben.page.reload();
  await places(ben.page).first().waitFor();
  assert.ok(!/\bRed\b/.test((await ben.page.textContent('body')) ?? ''), 'nor after a reload');
  if (process.env.PICTURES) await ann.page.screenshot({ path: `${process.env.PICTURES}/yellow-1366.png` });
  for (const person of [ann, ben]) {
    person.isContent();
    await person.leave();
  }
});

test('after a match the ice can be kept, as the book says', async () => {
  const person = await Person.come(browser, server, { name: 'Ann' });
  const { page } = person;
  // The bot's turn is the whole match.
  const code = await person.open({
    game: 'rescue-polar-bears',
    seats: ['greedy', 'me'],
    options: { turn_limit: 1 },
  });
  const keep = page.getByRole('button', { name: 'Keep the ice' });
  await keep.waitFor();
  await looksRight(page, 'restart');
  await keep.click();
  await page.waitForURL((url) => url.pathname !== `/t/${code}`);
  await places(page).first().waitFor();
  const { kept } = await optionsOf(page, codeOf(page));
  assert.ok(Object.keys(kept).length > 15, JSON.stringify(kept));
  assert.match((await page.locator('.variants').textContent()) ?? '', /tiles/i);
  person.isContent();
  await person.leave();
});

for (const game of Object.keys(OWN_BOXES)) {
  test(`${game} is played with the owner's box`, async () => {
    const person = await Person.come(browser, server, { name: 'Ann' });
    const { page } = person;
    await page.goto(`/new/${game}`);
    await page.getByText('Your box', { exact: true }).click();
    const template = await (await page.request.get(`/api/games/${game}/box`)).text();
    const file = (/** @type {string} */ text) => ({
      name: 'mine.toml',
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    const input = page.getByLabel('Use your file');
    await input.setInputFiles(file(template.replace(/^game = .*$/m, '$&\nsauna = true')));
    await page.getByText(/^Line \d+: .*sauna/).waitFor();
    await input.setInputFiles(file(changed(template, game)));
    await page.getByText('This table is played with mine.toml').waitFor();
    await looksRight(page, `box-${game}`);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await places(page).first().waitFor();
    const record = await (await page.request.get(`/api/tables/${codeOf(page)}/record`)).json();
    assert.match(record.box, /^[0-9a-f]{64}$/);
    assert.ok(record.options.box, 'the box is in the record');
    assert.match((await page.locator('.variants').textContent()) ?? '', /The owner's box/);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/own-${game}-1366.png` });
    person.isContent();
    await person.leave();
  });
}
