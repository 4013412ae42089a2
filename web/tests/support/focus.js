// Where the keyboard's focus is, and whether it can be seen there.

import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Presses Tab, forwards or backwards, until the focus is on something with this name.
 * @param {Page} page
 * @param {string | RegExp} name
 * @param {'Tab' | 'Shift+Tab'} key
 */
export async function tabTo(page, name, key = 'Tab') {
  const stops = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    const stop = await watchFocus(page);
    stops.push(stop);
    if (typeof name === 'string' ? stop === name : name.test(stop)) return;
  }
  assert.fail(`Tab comes to ${name}; it came to ${stops.join(' | ')}`);
}

/**
 * Fails if the focused element looks as it does without the focus, or lies where nobody sees it; answers its name.
 * @param {Page} page
 */
export async function watchFocus(page) {
  const seen = await page.evaluate(() => {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!focused || focused === document.body) return null;
    const shown = () => {
      // A switch shows its focus on the track beside its box.
      const near = [focused, focused.nextElementSibling].filter((element) => element !== null);
      return near
        .map((element) => {
          const { outlineStyle, outlineWidth, boxShadow, stroke, strokeWidth, filter } = getComputedStyle(element);
          const outline = outlineStyle === 'none' || outlineWidth === '0px' ? '' : outlineStyle + outlineWidth;
          return [outline, boxShadow, stroke, strokeWidth, filter].join();
        })
        .join(' and ');
    };
    const withFocus = shown();
    const { left, top, right, bottom } = focused.getBoundingClientRect();
    const inside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    focused.blur();
    const without = shown();
    focused.focus({ preventScroll: true });
    const name =
      focused.getAttribute('aria-label') ??
      /** @type {any} */ (focused).labels?.[0]?.innerText ??
      focused.textContent ??
      '';
    return { name: name.replace(/\s+/g, ' ').trim() || focused.tagName, visible: withFocus !== without, inside };
  });
  if (!seen) return '';
  assert.ok(seen.visible, `the focus is seen on “${seen.name}”`);
  assert.ok(seen.inside, `“${seen.name}” is on the screen when it has the focus`);
  return seen.name;
}
