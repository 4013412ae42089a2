// Where all play together: plans are built, shown and adopted, and people point at places.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { prompt, whoseTurn } from './support/table.js';

openHouse();

for (const game of ['rescue-polar-bears', 'ice-breakers']) {
  test(`${game}: a plan is built with keys, shown, and adopted step by step`, async () => {
    const { ann, bob } = await twoAtATable(game);
    const active = await whoseTurn([ann, bob]);
    assert.ok(active);
    const planner = active === ann ? bob : ann;
    const before = await active.page.getByRole('region', { name: 'Board' }).innerHTML();

    await planner.page.keyboard.press('t');
    const plan = planner.page.getByRole('region', { name: 'Your plan' });
    await plan.waitFor();
    const first = await addStep(planner, plan, 1);
    const second = await addStep(planner, plan, 2);
    await quiet(planner);
    await planner.page.keyboard.press('u');
    await waitForSteps(plan, 1);
    await addStep(planner, plan, 2);
    assert.equal(
      await active.page.getByRole('region', { name: 'Board' }).innerHTML(),
      before,
      'nothing happens at the table',
    );

    await planner.tap(planner.page.getByRole('button', { name: 'Propose' }));
    const proposal = active.page.getByRole('region', { name: /^Plan of/ });
    await proposal.waitFor();
    assert.deepEqual(await proposal.getByRole('listitem').allInnerTexts(), [first, second]);
    await planner.page
      .getByRole('region', { name: /^Plan of/ })
      .getByText('You propose')
      .waitFor();
    assert.equal(await planner.page.getByRole('button', { name: /^Adopt/ }).count(), 0, 'only who acts adopts');
    await quiet(active);

    await active.tap(proposal.getByRole('button', { name: /^Adopt/ }));
    await until(async () => (await proposal.getByRole('listitem').count()) === 1);
    await active.tap(proposal.getByRole('button', { name: /^Skip/ }));
    await proposal.waitFor({ state: 'detached' });
    for (const person of [ann, bob]) person.isContent();
    await Promise.all([ann.leave(), bob.leave()]);
  });
}

test('a step that is not legal any more says why, and a plan goes with its turn', async () => {
  const { ann, bob } = await twoAtATable('ice-breakers');
  const active = await whoseTurn([ann, bob]);
  assert.ok(active);
  const planner = active === ann ? bob : ann;
  await planner.page.keyboard.press('t');
  const plan = planner.page.getByRole('region', { name: 'Your plan' });
  await addStep(planner, plan, 1);
  await planner.tap(planner.page.getByRole('button', { name: 'Propose' }));
  const proposal = active.page.getByRole('region', { name: /^Plan of/ });
  await proposal.waitFor();
  // Another Power card lies open already.
  await active.page.keyboard.press('2');
  await until(async () => /points? left/.test(await prompt(active.page).innerText()));
  await active.tap(proposal.getByRole('button', { name: /^Adopt/ }));
  await prompt(active.page)
    .getByRole('button', { name: /^Rule \d/ })
    .waitFor();
  await active.page.keyboard.press('e');
  await proposal.waitFor({ state: 'detached' });
  await planner.page.getByRole('region', { name: /^Plan of/ }).waitFor({ state: 'detached' });
  await Promise.all([ann.leave(), bob.leave()]);
});

for (const game of ['polar-dare', 'rescue-polar-bears', 'ice-breakers', 'polar-roller']) {
  test(`${game}: people point with G and with the button, and everybody sees it`, async () => {
    const { ann, bob } = await twoAtATable(game);
    const ring = bob.page
      .getByRole('region', { name: 'Board' })
      .getByText('Ann', { exact: true })
      .and(bob.page.locator('svg text'));
    await ann.page.locator('[data-place][tabindex="0"]').first().focus();
    await ann.page.keyboard.press('g');
    await ring.waitFor();
    await ring.waitFor({ state: 'detached' });
    await ann.tap(ann.page.getByRole('button', { name: 'Point', exact: true }));
    await ann.page.locator('[data-place]').nth(4).click();
    await ring.waitFor();
    for (const person of [ann, bob]) person.isContent();
    await Promise.all([ann.leave(), bob.leave()]);
  });
}

/** Ann at a laptop and Bob at a phone. @param {string} game */
async function twoAtATable(game) {
  const [ann, bob] = await Promise.all([
    Person.come(browser, server, { name: 'Ann', viewport: LAPTOP, reducedMotion: 'reduce' }),
    Person.come(browser, server, { name: 'Bob', viewport: PHONE, reducedMotion: 'reduce' }),
  ]);
  const code = await ann.open({ game, seats: ['me', 'open'], name: 'Ann' });
  await bob.page.goto(`/t/${code}`);
  await bob.tap(bob.page.getByRole('button', { name: /^Join/ }).first());
  await Promise.all(
    [ann, bob].map(({ page }) => page.getByRole('region', { name: 'Board' }).locator('svg').first().waitFor()),
  );
  return { ann, bob };
}

/**
 * Adds the first thing in the list that no deck decides about, for a plan ends there; answers what it is called.
 * @param {Person} person
 * @param {import('playwright-core').Locator} plan
 * @param {number} count
 */
async function addStep({ page }, plan, count) {
  // On a phone the list is in a drawer.
  const moves = page.locator('[aria-label=Moves] li');
  await until(async () => (await moves.count()) > 0);
  const number = (await moves.allTextContents()).findIndex((text) => !text.includes('cannot be undone')) + 1;
  assert.ok(number >= 1 && number <= 9, 'something that can be undone has a key');
  await page.keyboard.press(String(number));
  await waitForSteps(plan, count);
  return (
    await plan
      .getByRole('listitem')
      .nth(count - 1)
      .locator('span')
      .innerText()
  ).replace(/^\d+ /, '');
}

/** @param {import('playwright-core').Locator} plan @param {number} count */
const waitForSteps = (plan, count) => until(async () => (await plan.getByRole('listitem').count()) === count);

/** Nothing here keeps anybody out. @param {Person} person */
async function quiet({ page }) {
  assert.deepEqual(await violations(page), []);
}

/** @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(`it never is so: ${isSo}`);
}
