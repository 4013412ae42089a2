// A guide explains each new situation once, and whoever stalls in a first match is shown what can be done.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { tapMove } from './support/players.js';
import { moves, places, whoseTurn } from './support/table.js';

openHouse();

const GAMES = ['polar-dare', 'piecepack-dare', 'rescue-polar-bears', 'ice-breakers', 'polar-roller'];

/** @param {import('playwright-core').Page} page */
const guide = (page) => page.getByRole('note', { name: 'The guide says' });

for (const viewport of [PHONE, LAPTOP]) {
  test(`every game can be played with a guide, ${viewport.width} pixels wide`, async () => {
    for (const game of GAMES) {
      const person = await Person.come(browser, server, { viewport, reducedMotion: 'reduce' });
      const { page } = person;
      await page.goto(`${server.url}/`);
      const card = page.locator(`[aria-labelledby="title-${game}"]`);
      await person.tap(card.getByRole('button', { name: /^Play with a guide/ }));
      await places(page).first().waitFor();
      await whoseTurn([person]);
      /** @type {Set<string>} */
      const said = new Set();
      for (let turn = 0; turn < 3; turn += 1) {
        await readAll(person, said);
        await tapMove(person);
        await whoseTurn([person]);
      }
      await readAll(person, said);
      assert.ok(said.size >= 2, `${game}: ${[...said].join(' | ')}`);
      // What was read is not said again after a reload; then there is what one plays for.
      await page.reload();
      await places(page).first().waitFor();
      await whoseTurn([person]);
      const again = await guide(page).innerText();
      assert.ok(!said.has(again) && again.length > 20, `${game} says again: ${again}`);
      person.isContent();
      await person.leave();
    }
  });
}

test('whoever stalls in a first match is shown what can be done, unless tips are off', async () => {
  for (const [game, tips] of [
    ['polar-dare', 'on'],
    ['polar-dare', 'off'],
    ['ice-breakers', 'on'],
  ]) {
    const person = await Person.come(browser, server, { tips: tips === 'on', reducedMotion: 'reduce' });
    const { page } = person;
    await page.clock.install();
    await person.open({ game, seats: ['me', 'easy'] });
    await places(page).first().waitFor();
    await whoseTurn([person]);
    const hint = page.getByRole('region', { name: 'Hint' });
    assert.equal(await hint.count(), 0);
    await page.clock.fastForward(50_000);
    if (tips === 'on') await hint.waitFor();
    else assert.equal(await hint.count(), 0);
    person.isContent();
    await person.leave();
  }
});

test('whoever stalls in a match between people, where nobody gets hints, sees what is allowed', async () => {
  const ann = await Person.come(browser, server, { tips: true, folded: true, reducedMotion: 'reduce' });
  const bob = await Person.come(browser, server, { name: 'Bob', reducedMotion: 'reduce' });
  await ann.page.clock.install();
  const code = await ann.open({ game: 'polar-roller', seats: ['me', 'open'] });
  await bob.page.goto(`/t/${code}`);
  await bob.tap(bob.page.getByRole('button', { name: /^Join/ }).first());
  await places(ann.page).first().waitFor();
  await whoseTurn([ann]);
  assert.equal(await moves(ann.page).first().isVisible(), false);
  await ann.page.clock.fastForward(50_000);
  await moves(ann.page).first().waitFor();
  await ann.tap(moves(ann.page).first());
  await moves(ann.page).first().waitFor({ state: 'hidden' });
  for (const person of [ann, bob]) {
    person.isContent();
    await person.leave();
  }
});

/**
 * Reads what the guide says, one after the other, and remembers it; nothing is said twice.
 * @param {Person} person @param {Set<string>} said
 */
async function readAll(person, said) {
  const { page } = person;
  const go = guide(page).getByRole('button', { name: /^(Next|Got it)/ });
  while ((await go.count()) > 0) {
    const sentence = (await guide(page).innerText()).replace(/ Rule \d+\.\d+[\s\S]*$/, '');
    assert.ok(sentence.length > 20 && !said.has(sentence), `said twice: ${sentence}`);
    said.add(sentence);
    await person.tap(go);
    await guide(page).getByText(sentence).waitFor({ state: 'hidden' });
  }
}
