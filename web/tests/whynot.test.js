// Every place answers an illegal try with a sentence and a clause, and the clause can be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { tapMove } from './support/players.js';
import { isDie, isOpen, look, places, prompt, ready, settle, whoseTurn } from './support/table.js';

openHouse();

for (const [game, options, viewport] of /** @type {const} */ ([
  ['polar-dare', {}, PHONE],
  ['piecepack-dare', { homesick_penguins: true, deep_freeze: true }, LAPTOP],
])) {
  test(`${game}: before the roll no place but the die can be used, and each says why`, async () => {
    const { person, page } = await sit(game, options, viewport);
    const { names } = await look(page);
    for (const [index, name] of names.entries()) {
      if (!isDie(name)) await refuses(person, index);
    }
    person.isContent();
    await person.leave();
  });

  test(`${game}: in play every place where nothing can be done says why, and the clause can be read`, async () => {
    const { person, page } = await sit(game, options, viewport);
    let asked = 0;
    for (let move = 0; move < 7; move += 1) {
      await whoseTurn([person]);
      await tapMove(person);
      await whoseTurn([person]);
      const { names } = await look(page);
      // Where nothing lies open the name offers nothing.
      const shut = names.flatMap((name, index) => (name.includes(';') || /^(Roll|Use)/.test(name) ? [] : [index]));
      for (const index of shut.slice(0, 8)) await refuses(person, index);
      // The last answer stands beside its place, perhaps over the next one to be tapped.
      await page.keyboard.press('Escape');
      asked += shut.length;
    }
    assert.ok(asked > 10, 'there was something to refuse');
    await someRefusal(person);

    const clause = prompt(page).getByRole('button', { name: /^Rule / });
    const number = (await clause.innerText()).replace('Rule ', '');
    await person.tap(clause);
    const paragraph = page
      .getByRole('region', { name: 'Rule book' })
      .getByRole('paragraph')
      .filter({ has: page.getByText(number, { exact: true }) });
    await paragraph.waitFor();
    await page.waitForFunction((number) => document.activeElement?.textContent?.startsWith(number), number);
    const [book, shown] = await Promise.all([
      page.getByRole('region', { name: 'Rule book' }).boundingBox(),
      paragraph.boundingBox(),
    ]);
    assert.ok(book && shown && shown.y >= book.y && shown.y < book.y + book.height, 'the paragraph is on the screen');
    person.isContent();
    await person.leave();
  });
}

for (const game of ['rescue-polar-bears', 'ice-breakers', 'polar-roller']) {
  for (const viewport of [PHONE, LAPTOP]) {
    test(`${game}: every place where nothing can be done says why, ${viewport.width} pixels wide`, async () => {
      const { person, page } = await sit(game, {}, viewport);
      let asked = 0;
      // Another position on the larger screen, where a tap takes less time, and behind a fast ship on open water.
      for (let move = 0; move < (viewport === LAPTOP || asked <= 40 ? 2 : 1); move += 1) {
        const { names } = await ready(page);
        const shut = names.flatMap((name, index) => (isOpen(name) ? [] : [index]));
        // Where only Done is left, it answers itself meanwhile.
        if (asked > 40 && shut.length === names.length) break;
        for (const index of shut) assert.ok(await refuses(person, index), `“${names[index]}” is no illegal try`);
        asked += shut.length;
        await tapMove(person);
        await whoseTurn([person]);
      }
      assert.ok(asked > 40, `there was something to refuse: ${asked} places`);
      person.isContent();
      await person.leave();
    });
  }
}

test('a piece that is picked up cannot go everywhere, and each place says why', async () => {
  const { person, page } = await sit('polar-dare', {}, LAPTOP);
  await settle(page, () => page.keyboard.press('r'));
  const { names } = await look(page);
  const piece = names.findIndex((name) => /can step/.test(name));
  const pick = async () => {
    if (!/; selected$/.test((await look(page)).names[piece])) await person.tap(places(page).nth(piece));
  };
  // The first roll may be a bear's, which may be unable to step.
  if (piece >= 0) {
    await pick();
    const targets = (await look(page)).names;
    const shut = targets.flatMap((name, index) => (name.includes(';') || index === piece ? [] : [index]));
    for (const index of shut) {
      await pick();
      await refuses(person, index);
    }
  }
  person.isContent();
  await person.leave();
});

/**
 * Sits down at a table where nothing has happened yet.
 * @param {string} game
 * @param {object} options
 * @param {{ width: number, height: number }} viewport
 */
async function sit(game, options, viewport) {
  const person = await Person.come(browser, server, { viewport, reducedMotion: 'reduce' });
  await person.open({ game, options, seats: ['me', 'greedy'] });
  await places(person.page).first().waitFor();
  await whoseTurn([person]);
  return { person, page: person.page };
}

/** Leaves the answer to an illegal try on the screen. @param {Person} person */
async function someRefusal(person) {
  const { names } = await look(person.page);
  for (const [index, name] of names.entries()) {
    if (!name.includes(';') && !isDie(name) && (await refuses(person, index))) return;
  }
  assert.fail('no place refused anything');
}

/**
 * Taps a place and expects a sentence with its clause.
 * A place that something else can reach is no illegal try: it picks that up, or asks which.
 * @param {Person} person @param {number} index @returns {Promise<boolean>} whether the try was illegal
 */
async function refuses(person, index) {
  const { page } = person;
  await page.evaluate(() =>
    /** @type {HTMLElement | null} */ (document.querySelector('[aria-label="Close this answer"]'))?.click(),
  );
  const answer = prompt(page)
    .getByRole('paragraph')
    .filter({ has: page.getByRole('button', { name: /^Rule \d/ }) });
  await answer.waitFor({ state: 'hidden' });
  const place = places(page).nth(index);
  const name = await place.getAttribute('aria-label');
  const reachable = page.getByRole('gridcell', { name: /; selected/ }).or(page.getByText('More than one can go there'));
  // What one did before may be confirmed between the tap and its answer, or between the answer and our reading it, and
  // puts the answer away: then one taps again.
  for (const again of [true, false]) {
    // Places of a sheet overlap, and a finger between two means the one that can be chosen: here each is meant itself.
    if (/^(Glacier|Cliff|Pool) /.test(name ?? '')) await place.evaluate(clickMiddle);
    else await person.tap(place);
    try {
      await answer.or(reachable).first().waitFor({ timeout: 5000 });
      if (await reachable.first().isVisible()) break;
      assert.match(await answer.innerText({ timeout: 1000 }), /\w+ \w+.*[.!?]\s*Rule \d+\.\d+/s);
      return true;
    } catch (error) {
      if (!again) throw new Error(`“${name}” gave no answer: ${await prompt(page).innerText()}`, { cause: error });
    }
  }
  await page.keyboard.press('Escape');
  return false;
}

/** Clicks the middle of the box around a place. In the page. @param {Element} place */
function clickMiddle(place) {
  const { x, y, width, height } = place.getBoundingClientRect();
  place.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 }));
}
