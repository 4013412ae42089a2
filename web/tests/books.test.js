// The rule books in the browser: nothing is lost, every example can be tried and played on, values say where they are from.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { LAPTOP, Person } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { overflow, tooSmall } from './support/sizes.js';
import { board, moves, position, prompt } from './support/table.js';

const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1366, height: 768 };
const BOOKS = {
  'polar-dare': 'floes',
  'rescue-polar-bears': 'rescue_polar_bears',
  'ice-breakers': 'ice_breakers',
  'polar-roller': 'polar_roller',
};

openHouse();

/** A book as people read it: what Markdown and examples say by signs is said by words. @param {string} markdown */
function withoutMarks(markdown) {
  let inExample = false;
  const lines = markdown.split('\n').map((line) => {
    const heading = /^```example (\S+) (\d+)(?: (.*))?$/.exec(line);
    if (heading) {
      inExample = true;
      const [, game, seats, options] = heading;
      const json = options ? `, ${JSON.stringify(JSON.parse(options))}` : '';
      return `Example: ${game}, ${seats} ${seats === '1' ? 'seat' : 'seats'}${json}`;
    }
    if (line === '```') {
      inExample = false;
      return '';
    }
    if (inExample) return line.replace(' ! ', ' is refused by ').replaceAll(/[*`]/g, '');
    if (line.startsWith('|--')) return '';
    return line.replace(/^#+ /, '').replace(/^- /, '').replaceAll(/[*`|]/g, '');
  });
  return letters(lines.join('\n'));
}

/** Nothing but what can be seen; options stand in any order. @param {string} text */
function letters(text) {
  const sorted = text.replaceAll(/\{"(?:[^{}]|\{[^{}]*\})*\}/g, (json) =>
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).sort())),
  );
  return sorted.replaceAll('*', '').replaceAll(/\s/g, '');
}

test('every letter of every book is shown', async () => {
  const { page } = await Person.come(browser, server, { viewport: LAPTOP });
  for (const [game, folder] of Object.entries(BOOKS)) {
    const markdown = await readFile(new URL(`../../crates/games/src/${folder}/rules.md`, import.meta.url), 'utf8');
    await page.goto(`/rules/${game}`);
    await page.getByRole('heading', { name: '1 The table' }).waitFor();
    const title = await page.getByRole('main').getByRole('heading').first().innerText();
    const folded = page.locator('main details:not([open]) > summary');
    while ((await folded.count()) > 0) await folded.first().click();
    const text = await page.locator('main .text').evaluate((text) => {
      for (const link of text.querySelectorAll('a.try')) link.remove();
      return /** @type {HTMLElement} */ (text).innerText;
    });
    const [shown, written] = [letters(title + text), withoutMarks(markdown)];
    let same = 0;
    while (same < written.length && shown[same] === written[same]) same += 1;
    const around = (/** @type {string} */ text) => text.slice(Math.max(0, same - 60), same + 100);
    assert.ok(shown === written, `${game}: written …${around(written)}… shown …${around(shown)}…`);
  }
});

/** @param {import('playwright-core').Page} page */
const example = (page) => page.getByRole('region', { name: 'What happens in it' });

test('an example is tried with the mouse and played on', async () => {
  const person = await Person.come(browser, server, { name: 'Ada', viewport: WIDE, reducedMotion: 'reduce' });
  const { page } = person;
  await page.goto('/rules/polar-dare#2.6');
  const link = page.getByRole('link', { name: /^Try it: example \d+, rule 2\.6$/ }).last();
  await link.click();
  await page.waitForURL(/\/try\/polar-dare\?example=\d+/);
  await board(page).waitFor();
  await example(page).getByText('five floes around it').waitFor();
  const first = await position(page);

  await example(page).getByRole('button', { name: 'Try 1 hop b2 a3' }).click();
  const answer = example(page).getByRole('status');
  await answer.getByText('Refused.').waitFor();
  assert.equal(await answer.getByRole('link', { name: 'Rule 2.6' }).getAttribute('href'), '/rules/polar-dare#2.6');
  const tried = await position(page);
  assert.notDeepEqual(tried, first);

  await example(page)
    .getByRole('button', { name: /^1 hop b2 b3/ })
    .click();
  assert.equal(await answer.count(), 0);
  const last = await position(page);
  assert.notDeepEqual(last, tried);
  await example(page)
    .getByRole('button', { name: /^1 hop b2 a2/ })
    .click();
  assert.match(page.url(), /&step=\d+$/);
  const here = await position(page);
  assert.deepEqual(await violations(page), []);

  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL(/\/t\//);
  await prompt(page).waitFor();
  assert.deepEqual(await position(page), here);
  await moves(page).first().click();
  await page.waitForFunction(
    (here) =>
      [...document.querySelectorAll('[aria-label=Board] [role=gridcell]')]
        .map((cell) => cell.getAttribute('aria-label'))
        .join() !== here,
    here.join(),
  );
  assert.deepEqual(person.complaints, []);
});

test('an example is tried by keyboard', async () => {
  const { page } = await Person.come(browser, server, { viewport: WIDE, reducedMotion: 'reduce' });
  await page.goto('/rules/polar-roller#7.5');
  const link = page.getByRole('link', { name: /^Try it: example \d+, rule 7\.5$/ });
  await link.focus();
  await page.keyboard.press('Enter');
  await board(page).waitFor();
  const slider = page.getByRole('slider', { name: 'Step' });
  const before = Number(await slider.inputValue());
  await page.keyboard.press(']');
  assert.equal(Number(await slider.inputValue()), before + 1);
  await page.keyboard.press('Home');
  assert.equal(await slider.inputValue(), '0');
  const refused = example(page).getByRole('button', { name: /^Try / }).first();
  await refused.focus();
  await page.keyboard.press('Enter');
  await example(page).getByRole('status').getByText('Refused.').waitFor();
  await example(page).getByRole('status').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/rules\/polar-roller#\d/);
});

test('a match that cannot begin says why', async () => {
  const { page } = await Person.come(browser, server, { viewport: PHONE });
  await page.goto('/try/polar-dare?example=1');
  await page.getByRole('button', { name: 'Begin it' }).click();
  await page.getByRole('status').getByRole('link', { name: 'Rule 1.1' }).waitFor();
  await page.goto('/try/polar-dare?example=999');
  await page.getByText(/has no example 999; its examples are 1 to \d+/).waitFor();
});

test('examples, books and sources fit small and large screens, and axe finds nothing', async () => {
  for (const viewport of [PHONE, WIDE]) {
    const { page } = await Person.come(browser, server, { viewport, reducedMotion: 'reduce' });
    for (const game of Object.keys(BOOKS)) {
      for (const path of [`/rules/${game}`, `/sources/${game}`, `/numbers/${game}`, `/try/${game}?example=6`]) {
        await page.goto(path);
        await page.getByRole('main').waitFor();
        await page.waitForLoadState('networkidle');
        assert.deepEqual(await violations(page), [], `${path} at ${viewport.width}`);
        assert.deepEqual(await overflow(page), [], `${path} at ${viewport.width}`);
        assert.deepEqual(await tooSmall(page, 24), [], `${path} at ${viewport.width}`);
      }
    }
  }
});

test('what is not printed is listed with its label and its clause', async () => {
  const { page } = await Person.come(browser, server, { viewport: WIDE });
  await page.goto('/rules/rescue-polar-bears');
  await page.getByRole('link', { name: 'What is printed, what we made up' }).click();
  for (const [label, name] of [
    ['Reported', 'White Wave'],
    ['Derived', 'Ocean Tiles'],
    ['Proposed', 'the start hexes of the ships'],
  ]) {
    const section = page.getByRole('region', { name: label });
    await section.getByText(name, { exact: true }).waitFor();
  }
  await page.getByRole('region', { name: 'Proposed' }).getByRole('link', { name: 'Rule 2.3' }).click();
  await page.waitForURL('**/rules/rescue-polar-bears#2.3');
});

test('a moment of the log leads to its rule', async () => {
  const person = await Person.come(browser, server, { viewport: LAPTOP, reducedMotion: 'reduce' });
  const { page } = person;
  await person.open({ game: 'polar-dare', seats: ['me', 'me'] });
  await moves(page).first().click();
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByRole('tabpanel', { name: 'Log' }).getByRole('button').first().click();
  await page
    .getByRole('region', { name: 'Replay' })
    .getByRole('button', { name: /^Rule \d/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Rules', exact: true }).waitFor();
});
