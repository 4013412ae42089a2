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
