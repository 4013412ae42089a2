// How big things are and whether they fit.

/** @typedef {import('playwright-core').Page} Page */

/** The names and sizes of elements. @param {import('playwright-core').Locator} what */
export function boxes(what) {
  return what.evaluateAll((elements) =>
    elements.map((element) => {
      const { width, height } = element.getBoundingClientRect();
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
      return { name, width: Math.round(width * 10) / 10, height: Math.round(height * 10) / 10 };
    }),
  );
}

/** What makes the page wider than the screen. @param {Page} page */
export function overflow(page) {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 0.5,
    );
    return wide
      .slice(0, 3)
      .map((element) => element.outerHTML.slice(0, 120))
      .concat(`the page, ${document.documentElement.scrollWidth} pixels wide,`);
  });
}

/** Controls that are smaller than this; links within sentences may be. @param {Page} page @param {number} least */
export function tooSmall(page, least) {
  return page.evaluate((least) => {
    const controls = [
      ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=gridcell], [role=tab]'),
    ];
    return controls.flatMap((control) => {
      const label = /** @type {HTMLInputElement} */ (control).labels?.[0];
      // A switch or a file field is hit by its label as well.
      const target = label?.contains(control) ? label : control;
      const { width, height } = target.getBoundingClientRect();
      const style = getComputedStyle(control);
      if (width === 0 || style.visibility === 'hidden' || (control.matches('a') && style.display === 'inline'))
        return [];
      if (width >= least && height >= least) return [];
      return [`${control.outerHTML.replace(/\s+/g, ' ').slice(0, 120)} is ${width.toFixed(1)} x ${height.toFixed(1)}`];
    });
  }, least);
}

/** The screens for which the table has a layout; a page at 200 or 400 % zoom has a half or a quarter of the pixels. */
export const SCREENS = {
  'a phone upright': { width: 360, height: 640 },
  'a phone sideways': { width: 640, height: 360 },
  'a laptop at 200 %': { width: 683, height: 384 },
  'a tablet upright': { width: 768, height: 1024 },
  'a laptop': { width: 1366, height: 768 },
  'a wide screen': { width: 1920, height: 1080 },
  'a laptop at 400 %': { width: 320, height: 640 },
};

/**
 * Where the parts of the table lie that nothing may move: the board and its drawing, the dock and its buttons, the bar.
 * @param {Page} page @returns {Promise<Record<string, string>>}
 */
export function frame(page) {
  return page.evaluate(() => {
    const box = (/** @type {Element} */ element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map((number) => Math.round(number * 10) / 10).join(' ');
    };
    const board = document.querySelector('[aria-label=Board]');
    const drawings = [...(board?.querySelectorAll('svg') ?? [])];
    const largest = drawings.sort((one, other) => other.clientWidth - one.clientWidth)[0];
    /** @type {Record<string, string>} */
    const parts = {};
    if (board) parts.board = box(board);
    // What is larger than its frame may scroll in it.
    if (largest?.parentElement)
      parts.drawing = `${largest.clientWidth} x ${largest.clientHeight} in ${box(largest.parentElement)}`;
    for (const [name, query] of Object.entries({
      headline: '.dock-head',
      tools: '.dock-tools',
      bar: 'header',
      side: 'aside:not(.open)',
    })) {
      const part = document.querySelector(query);
      if (part && getComputedStyle(part).visibility === 'visible') parts[name] = box(part);
    }
    for (const button of document.querySelectorAll('.dock-tools button, header button, header a, .dock-head .round')) {
      if (button.getClientRects().length === 0) continue;
      parts[`button ${button.getAttribute('title') ?? button.getAttribute('aria-label') ?? 'main'}`] = box(button);
    }
    return parts;
  });
}

/**
 * What is cut off by the edge of the screen, or lies under something else, of what one has to see and to press.
 * @param {Page} page @returns {Promise<string[]>}
 */
export function hiddenParts(page) {
  return page.evaluate(() => {
    const wrong = [];
    const name = (/** @type {Element} */ element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
    const shown = (/** @type {string} */ query) =>
      [...document.querySelectorAll(query)].filter(
        (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible',
      );
    for (const button of shown(
      '.dock-tools > .button, header .button, header .home, .dock-head button, .notes button',
    )) {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
        if (!button.closest('.notes, .seats')) wrong.push(`“${name(button)}” is cut off`);
        continue;
      }
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const covered = over && !button.contains(over) && !over.contains(button);
      // Where there is no other room, answers lie over the headline, and may scroll.
      if (covered && !over.closest('.notes') && !button.closest('.notes')) wrong.push(`“${name(button)}” is covered`);
    }
    for (const part of ['.dock-tools > *', 'header > *', 'nav > *']) {
      const boxes = shown(part)
        .map((element) => ({ name: name(element), box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1);
      for (const [index, one] of boxes.entries())
        for (const other of boxes.slice(index + 1))
          if (
            one.box.left < other.box.right - 1 &&
            other.box.left < one.box.right - 1 &&
            one.box.top < other.box.bottom - 1 &&
            other.box.top < one.box.bottom - 1
          )
            wrong.push(`“${one.name}” and “${other.name}” overlap`);
    }
    for (const button of shown('.dock-tools > .button'))
      if (button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 3)
        wrong.push(`the words of “${name(button)}” do not fit`);
    for (const notes of shown('.dock-room > .notes')) {
      const { left, top, right, bottom } = notes.getBoundingClientRect();
      if (left < -0.5 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        wrong.push(`the answer is cut off: ${name(notes)}`);
    }
    return wrong;
  });
}
