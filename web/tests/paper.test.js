// What is printed: pages of the right size, nothing cut off, little ink; and the Polar Tracker, which is on the screen too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { places } from './support/table.js';
import { wander } from './support/wander.js';

/** @typedef {import('playwright-core').Page} Page */

openHouse();

/** Width and height in points. */
const SIZES = { a4: [595.3, 841.9], letter: [612, 792] };

for (const [game, pages] of /** @type {const} */ ([
  ['polar-roller', ['upright']],
  ['polar-dare', ['upright']],
  ['piecepack-dare', ['upright']],
  ['ice-breakers', ['wide', 'upright']],
  ['rescue-polar-bears', ['upright', 'upright']],
]))
  for (const paper of /** @type {const} */ (['a4', 'letter']))
    test(`${game} is printed on ${paper}`, async () => {
      // A screen at night must not blacken the paper.
      const person = await Person.come(browser, server, { viewport: LAPTOP, colorScheme: 'dark' });
      const { page } = person;
      await page.goto(`/print/${game}?paper=${paper}`);
      await page.locator('.paper').first().waitFor();
      assert.deepEqual(await violations(page, 'all'), []);
      await page.emulateMedia({ media: 'print' });
      assert.deepEqual(await cutOff(page), []);
      const sizes = mediaBoxes(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
      const [short, long] = SIZES[paper];
      assert.equal(sizes.length, pages.length, `pages: ${JSON.stringify(sizes)}`);
      sizes.forEach(([width, height], index) => {
        const [wide, high] = pages[index] === 'wide' ? [long, short] : [short, long];
        assert.ok(Math.abs(width - wide) < 1.5 && Math.abs(height - high) < 1.5, `${width} x ${height}`);
      });
      for (const sheet of await page.locator('.paper').all()) {
        const ink = await inkOf(page, await sheet.screenshot());
        assert.ok(ink > 0.01 && ink < 0.14, `ink covers ${(ink * 100).toFixed(1)} % of a page`);
      }
      person.isContent();
      await person.leave();
    });

test('a page to print fits a phone, and is found from the rules', async () => {
  const person = await Person.come(browser, server, { viewport: PHONE });
  const { page } = person;
  await page.goto('/rules/polar-roller');
  await person.tap(page.getByRole('link', { name: 'To print' }));
  await page.locator('.paper').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
  await person.tap(page.getByLabel('Letter'));
  assert.equal(await page.locator('.papers').getAttribute('data-paper'), 'letter');
  await page.reload();
  assert.ok(await page.getByLabel('Letter').isChecked(), 'the paper is remembered');
  person.isContent();
  await person.leave();
});

test('options are printed: the labels of an own die', async () => {
  const person = await Person.come(browser, server);
  const die = ['B3', 'B3', 'B3', 'P2', 'P2', 'P4'];
  await person.page.goto(`/print/polar-dare?options=${encodeURIComponent(JSON.stringify({ die }))}`);
  await person.page.locator('.paper').waitFor();
  const labels = await person.page
    .locator('.paper .labels')
    .first()
    .getByRole('img')
    .evaluateAll((all) => all.map((label) => label.getAttribute('aria-label')));
  assert.deepEqual(labels, die);
  await person.leave();
});

test('the Polar Tracker is filled in, also after a reload and in the replay', async () => {
  const person = await Person.come(browser, server, { viewport: LAPTOP, reducedMotion: 'reduce' });
  const { page } = person;
  const code = await person.open({ game: 'polar-roller', seats: ['me', 'me'] });
  await places(page).first().waitFor();
  await wander(person, 'polar-roller', code, 40);
  const view = await (await person.context.request.get(`/api/tables/${code}/view`)).json();
  const seat = await page.evaluate(() => document.querySelector('[aria-label^="Glaciers of"]') !== null);
  assert.ok(seat, 'a sheet is shown');
  const written = /** @type {string[]} */ (
    Object.values(view.sheets).map(({ tracker }) => tracker.replace(/[^1-6]/g, ''))
  );
  assert.ok(
    written.every((numbers) => numbers.length >= 6),
    written.join(),
  );
  const shown = async () =>
    (await page.locator('[data-what=tracker] .cube + text').allTextContents()).map((text) => text.trim()).join('');
  await page.waitForFunction(() => document.querySelectorAll('[data-what=tracker] .cube + text').length >= 6);
  const before = await shown();
  assert.ok(written.includes(before), `${before} is none of ${written.join()}`);
  await page.reload();
  await places(page).first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('[data-what=tracker] .cube + text').length >= 6);
  assert.equal(await shown(), before);
  await page.goto(`/replay/${code}?step=100000`);
  await page.waitForFunction(() => document.querySelectorAll('[data-what=tracker] .cube + text').length >= 6);
  assert.equal((await shown()).slice(0, 5), written[0]?.slice(0, 5));
  person.isContent();
  await person.leave();
});

/** The sizes of the pages of a document. @param {Buffer} pdf @returns {number[][]} */
function mediaBoxes(pdf) {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(([, width, height]) => [Number(width), Number(height)]);
}

/**
 * What of the pages a printer would cut off, what lies beyond its own half of a page or over the small print.
 * @param {Page} page
 */
function cutOff(page) {
  return page.evaluate(() => {
    /** @type {string[]} */
    const wrong = [];
    const margin = (4 / 25.4) * 96;
    for (const paper of document.querySelectorAll('.paper')) {
      const sheet = paper.getBoundingClientRect();
      const print = paper.querySelector('.small-print')?.getBoundingClientRect();
      const parts = [...paper.querySelectorAll('svg, h2, h3, p, li, i')].filter((part) => !part.closest('svg svg'));
      for (const part of parts) {
        const { left, top, right, bottom, width } = part.getBoundingClientRect();
        const name = `${part.tagName} “${(part.textContent ?? '').trim().slice(0, 30)}”`;
        if (width === 0) wrong.push(`${name} has no size`);
        if (part.matches('.small-print')) continue;
        const half = part.closest('article')?.getBoundingClientRect();
        if (left < sheet.left + margin || right > sheet.right - margin) wrong.push(`${name} is too wide`);
        if (top < sheet.top + margin || bottom > sheet.bottom - margin / 2) wrong.push(`${name} is too low`);
        if (half && (top < half.top + margin || bottom > half.bottom - margin / 2))
          wrong.push(`${name} leaves its half`);
        if (print && bottom > print.top + 1 && part.matches('li, p, h3'))
          wrong.push(`${name} lies over the small print`);
        if (part.matches('li, p, h2, h3') && part.scrollWidth > part.clientWidth + 1)
          wrong.push(`${name} does not fit`);
      }
    }
    return wrong;
  });
}

/** How much of a picture is ink: 0 is white, 1 is black. @param {Page} page @param {Buffer} png */
async function inkOf(page, png) {
  const blank = await page.context().newPage();
  const ink = await blank.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const brush = canvas.getContext('2d');
    if (!brush) return 1;
    brush.drawImage(image, 0, 0);
    const pixels = brush.getImageData(0, 0, image.width, image.height).data;
    let sum = 0;
    for (let at = 0; at < pixels.length; at += 4)
      sum += 255 - ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3;
    return sum / 255 / (pixels.length / 4);
  }, png.toString('base64'));
  await blank.close();
  return ink;
}
