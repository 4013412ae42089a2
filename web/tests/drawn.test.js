// What one has to see lies under nothing: data under signs, names of places under outlines and bears, the bear under
// penguins, words of the first page over sun and snow, and all of a tray on the screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, PHONE, TABLET } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { places } from './support/table.js';
import { wander } from './support/wander.js';

/** @typedef {import('playwright-core').Page} Page */

openHouse();

/**
 * Which of these drawings cannot be seen in their middle, because something else is drawn over them there.
 * @param {Page} page @param {string} drawn @param {string} [within] what may lie over them
 */
function covered(page, drawn, within = '.none') {
  return page.evaluate(
    ([drawn, within]) => {
      // Everything that is painted is hit, but for the places, which are there to be touched and have no colour.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        'svg * { pointer-events: visiblePainted !important } [role=gridcell] { pointer-events: none !important }' +
          // Water on which one can sail has a tint: one sees through it, but not through its outline.
          'svg .lit { pointer-events: visibleStroke !important }',
      );
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      const wrong = [...document.querySelectorAll(drawn)].flatMap((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        // Letters stand a little lower than the middle of their box.
        const over = document.elementFromPoint((left + right) / 2, top + (bottom - top) * 0.6);
        if (right === left || !over || element.contains(over) || over.closest(within)) return [];
        // Questions open over the edge of a board; here it is about the drawing itself.
        if (over.closest('svg') !== element.closest('svg')) return [];
        // What comes later in a drawing lies over what comes before.
        const later = element.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING;
        return later ? [`“${element.textContent?.trim()}” lies under ${over.outerHTML.slice(0, 120)}`] : [];
      });
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      return wrong;
    },
    [drawn, within],
  );
}

test('on the sea data and names of places can be seen, whatever else is shown there', async () => {
  const person = await Person.come(browser, server, { viewport: PHONE, reducedMotion: 'reduce', folded: true });
  const { page } = person;
  const code = await person.open({ game: 'rescue-polar-bears', seats: ['me', 'me'] });
  await places(page).first().waitFor();
  for (let part = 0; part < 4; part += 1) {
    assert.ok(await wander(person, 'rescue-polar-bears', code, 4));
    await page.waitForFunction(() => document.querySelector('[aria-label=Moves] li'));
    assert.ok((await page.locator('[data-thing=data]').count()) > 0, 'data lies on the sea');
    // A ship may lie on data that it does not want, and with its mark on the name of its hex;
    // arrows of bears that flee cross names on their way.
    assert.deepEqual(await covered(page, '[data-thing=data]', '[data-thing=ship]'), []);
    assert.deepEqual(
      await covered(
        page,
        '[aria-label=Board] text.name',
        '[data-thing=ship], [data-thing=data], .turn, .flight, .flight-under',
      ),
      [],
    );
  }
  person.isContent();
  await person.leave();
});

test('the bear on the North Pole is not hidden by penguins', async () => {
  const person = await Person.come(browser, server, { viewport: PHONE, reducedMotion: 'reduce', folded: true });
  const { page } = person;
  for (const seats of [2, 4]) {
    const code = await person.open({ game: 'polar-dare', seats: Array(seats).fill('me') });
    await places(page).first().waitFor();
    await wander(person, 'polar-dare', code, 40);
    await page.waitForFunction(() => document.querySelector('[aria-label=Board] [data-thing=bear]'));
    assert.deepEqual(await covered(page, '[data-thing=bear]'), [], `${seats} seats`);
  }
  person.isContent();
  await person.leave();
});

test('the words of the first page can be read over its picture, by day and by night', async () => {
  const person = await Person.come(browser, server, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page } = person;
  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [768, 1024],
  ]) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/');
      const words = page.getByText(/^Five polar board games/);
      await words.waitFor();
      // The picture behind the words, without them.
      const range = await words.evaluate((element) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          'header p, header p * { color: transparent !important; text-shadow: none !important; text-decoration: none !important }',
        );
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }));
      });
      for (const clip of range) {
        const lowest = await contrast(page, await page.screenshot({ clip }));
        const where = `${width} x ${height}, ${colorScheme}, at ${Math.round(clip.y)}`;
        assert.ok(lowest >= 4.5, `white on the picture has a contrast of ${lowest.toFixed(2)}: ${where}`);
      }
    }
  }
  await person.leave();
});

/**
 * The contrast of white with the brightest hundredth of a picture.
 * @param {Page} page @param {Buffer} picture @returns {Promise<number>}
 */
function contrast(page, picture) {
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const linear = (/** @type {number} */ value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const bright = [];
    for (let at = 0; at < pixels.length; at += 4)
      bright.push(0.2126 * linear(pixels[at]) + 0.7152 * linear(pixels[at + 1]) + 0.0722 * linear(pixels[at + 2]));
    bright.sort((one, other) => other - one);
    return 1.05 / (bright[Math.floor(bright.length / 100)] + 0.05);
  }, picture.toString('base64'));
}

test('all of the fish tray is on the screen of a tablet', async () => {
  const person = await Person.come(browser, server, { viewport: TABLET, reducedMotion: 'reduce', folded: true });
  const { page } = person;
  const fish = page.getByRole('button', { name: /^Eat a fish/ });
  // Every cliff by which a colony is entered has a fish: the first penguin catches one.
  const template = await (await page.request.get('/api/games/polar-roller/box')).text();
  const { box } = await (
    await page.request.post('/api/games/polar-roller/box', {
      data: template.replace('[7, 14, 21, 22, 29, 36]', '[1, 2, 4, 8, 41, 42, 35, 39]'),
      headers: { 'content-type': 'text/plain' },
    })
  ).json();
  const code = await person.open({ game: 'polar-roller', options: { box }, seats: ['me', 'me'] });
  await places(page).first().waitFor();
  for (let tries = 0; tries < 60 && !(await fish.isVisible()); tries += 1) {
    await wander(person, 'polar-roller', code, 1);
    await page.waitForTimeout(20);
  }
  await person.tap(fish);
  const close = page.getByRole('button', { name: 'Eat no fish' });
  await close.waitFor();
  const outside = await page
    .getByRole('group', { name: 'Dice and tools' })
    .getByRole('button')
    .evaluateAll((all) =>
      all.flatMap((button) => {
        const { left, top, right, bottom } = button.getBoundingClientRect();
        const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return inside && over && button.contains(over) ? [] : [button.getAttribute('aria-label') ?? button.textContent];
      }),
    );
  assert.deepEqual(outside, []);
  person.isContent();
  await person.leave();
});
