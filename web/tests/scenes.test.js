// What others do is shown one after the other, as long as it takes to read; any input ends it; what happened stays to be
// read. Times are measured in the page, and only from below: a busy machine shows things longer, never shorter.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { over, shown, TURNS, watch } from './support/scenes.js';
import { places, position, settle } from './support/table.js';

openHouse();

/** @typedef {import('playwright-core').Page} Page */

/** Plays the own turn, until somebody else has acted and it is the own turn again. @param {Person} person */
async function ownTurn({ page }) {
  const turn = await turnOf(page);
  const state = () =>
    page.evaluate((turns) => document.title + document.querySelector(turns)?.textContent + location.href, TURNS);
  for (let key = 'r'; (await turnOf(page)) === turn; key = '1') {
    const before = await state();
    await page.keyboard.press(key);
    await page.waitForFunction(
      ({ turns, before }) => document.title + document.querySelector(turns)?.textContent + location.href !== before,
      { turns: TURNS, before },
    );
  }
  await page.waitForFunction(() => document.title.startsWith('●'), null, { timeout: 60_000 });
}

/** The turn that is played. @param {Page} page */
const turnOf = (page) => page.locator('[data-turn]').getAttribute('data-turn');

test('each roll and each step of three bots is seen for its time, in order, with a pause between seats', async () => {
  const person = await Person.come(browser, server, { pace: 'normal', viewport: LAPTOP });
  const { page } = person;
  await person.open({ game: 'polar-dare', seats: ['me', 'normal', 'normal', 'normal'] });
  await places(page).first().waitFor();
  await watch(page);
  await ownTurn(person);
  await over(page);
  const all = (await shown(page)).filter(({ kind }) => kind);
  const rolls = all.filter(({ kind }) => kind === 'roll');
  const steps = all.filter(({ kind }) => kind === 'step');
  assert.equal(rolls.length, 3, `every bot rolls: ${rolls.map(({ told }) => told)}`);
  assert.ok(steps.length >= 4, `bots move: ${steps.length}`);
  for (const { told, lasted } of rolls) assert.ok(lasted >= 800, `“${told}” was seen for ${lasted} ms`);
  for (const { told, lasted } of steps) assert.ok(lasted >= 500, `“${told}” was seen for ${lasted} ms`);
  assert.match(rolls[0].told, /Blue rolls/);
  assert.match(rolls[1].told, /rolls/);
  assert.notEqual(rolls[1].told.split(' ')[0], rolls[0].told.split(' ')[0]);
  // Between two seats nothing new happens for half a second: the step before the next roll rests longer.
  const moments = await shown(page);
  for (const roll of rolls.slice(1)) {
    const index = moments.findIndex(({ at }) => at === roll.at);
    const rest = roll.at - moments[index - 1].at;
    assert.ok(rest >= 450, `half a second before “${roll.told}”: ${rest} ms`);
  }
  console.log(
    `# rolls seen ${rolls.map(({ lasted }) => Math.round(lasted))} ms, steps ${steps.map(({ lasted }) => Math.round(lasted))} ms`,
  );
  // What was rolled last stays to be read, a line a seat.
  const lines = page.locator(`${TURNS} li`);
  assert.equal(await lines.count(), 4);
  for (const line of await lines.all()) assert.match(await line.innerText(), /[PB][234]/);

  // A tap shows a turn again, and then how the match stands.
  const before = await position(page);
  await lines.last().getByRole('button').click();
  await page.locator(`${TURNS} [data-beat=roll]`).waitFor();
  await over(page);
  assert.deepEqual(await position(page), before);
  person.isContent();
  await person.leave();
});

test('any input ends a scene within one frame, and does nothing else on the board', async () => {
  const person = await Person.come(browser, server, { pace: 'slow', viewport: LAPTOP });
  const { page } = person;
  await person.open({ game: 'polar-dare', seats: ['me', 'normal', 'normal', 'normal'] });
  await places(page).first().waitFor();
  await ownTurn(person);
  await page.waitForFunction(() => document.title.startsWith('●'), null, { timeout: 60_000 });
  await page.locator(`${TURNS} [data-beat]`).waitFor();
  const {
    during,
    after,
    places: offered,
  } = await page.evaluate(async (turns) => {
    const playing = () => document.querySelector(`${turns} [data-beat]`) !== null;
    const die = /** @type {Element} */ (document.querySelector('[aria-label=Board] [data-place="die 1"]'));
    const during = playing();
    const down = new PointerEvent('pointerdown', { bubbles: true });
    die.dispatchEvent(down);
    die.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return { during, after: playing(), places: die.getAttribute('aria-label') };
  }, TURNS);
  assert.deepEqual([during, after], [true, false]);
  assert.match(offered ?? '', /^Roll/, 'the tap that ended the scene did not roll');
  assert.ok((await page.locator('[data-ring]').count()) > 0, 'what changed is marked');
  // The next input is meant: it rolls, and the marks are gone.
  await settle(page, () => page.keyboard.press('r'));
  assert.equal(await page.locator('[data-ring]').count(), 0);
  person.isContent();
  await person.leave();
});

test('step by step waits for the person; at once shows nothing; the choice is kept', async () => {
  const person = await Person.come(browser, server, { pace: 'step', viewport: LAPTOP });
  const { page } = person;
  await person.open({ game: 'polar-dare', seats: ['me', 'normal'] });
  await places(page).first().waitFor();
  await ownTurn(person);
  await page.waitForFunction(() => document.title.startsWith('●'), null, { timeout: 60_000 });
  const now = page.locator(`${TURNS} [data-now]`);
  const told = [];
  await page.locator(`${TURNS} [data-beat]`).waitFor();
  while (await page.locator(`${TURNS} [data-beat]`).count()) {
    told.push(await now.innerText());
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press('Space');
  }
  assert.ok(told.length >= 3, `step by step: ${told.join(' ')}`);
  assert.match(told[0], /rolls/);

  await page.getByLabel('Pace of the others').first().selectOption('off');
  await page.reload();
  await places(page).first().waitFor();
  assert.equal(await page.getByLabel('Pace of the others').first().inputValue(), 'off');
  await watch(page);
  await ownTurn(person);
  await page.waitForFunction(() => document.title.startsWith('●'), null, { timeout: 60_000 });
  assert.deepEqual(
    (await shown(page)).filter(({ kind }) => kind),
    [],
  );
  person.isContent();
  await person.leave();
});

test('with reduced motion nothing moves: places are marked and the strip tells', async () => {
  const person = await Person.come(browser, server, { pace: 'normal', viewport: LAPTOP, reducedMotion: 'reduce' });
  const { page } = person;
  await person.open({ game: 'polar-dare', seats: ['me', 'normal'] });
  await places(page).first().waitFor();
  await watch(page);
  await ownTurn(person);
  await page.waitForFunction(() => document.title.startsWith('●'), null, { timeout: 60_000 });
  assert.deepEqual(
    (await shown(page)).filter(({ kind }) => kind),
    [],
  );
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  assert.ok((await page.locator('[data-ring]').count()) > 0, 'what changed is marked');
  assert.ok((await page.locator(`${TURNS} li`).count()) >= 2);
  person.isContent();
  await person.leave();
});

test('the phases of Rescue Polar Bears come one after the other, each with its reason', async () => {
  const person = await Person.come(browser, server, { pace: 'fast', viewport: LAPTOP });
  const { page } = person;
  await person.open({ game: 'rescue-polar-bears', seats: ['me'] });
  await places(page).first().waitFor();
  await watch(page);
  await page.keyboard.press('e');
  await page.locator(`${TURNS} [data-beat]`).first().waitFor();
  await over(page);
  const all = (await shown(page)).filter(({ kind }) => kind);
  assert.match(all[0].told, /blue die/i, `the blue die falls first: ${all.map(({ told }) => told).join(' | ')}`);
  assert.equal(all[0].kind, 'roll');
  assert.ok(all.length >= 2, 'what it brings comes after it');
  person.isContent();
  await person.leave();
});
