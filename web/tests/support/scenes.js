// What is shown of the turns of others, and for how long: written down by the page itself.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ at: number, kind: string | null, picture: string | null, told: string, seat: string }} Moment */
/** @typedef {Moment & { lasted: number }} Seen */

export const TURNS = 'section[aria-label="Last turns"]';

/** Writes down from now on what is shown, and when. @param {Page} page */
export function watch(page) {
  return page.evaluate((turns) => {
    const now = document.querySelector(`${turns} [data-now]`);
    /** @type {any} */ (window).moments = [];
    const note = () => {
      const seats = document.querySelectorAll(`${turns} li`);
      const moment = {
        at: performance.now(),
        kind: now?.getAttribute('data-beat') ?? null,
        picture: now?.getAttribute('data-picture') ?? null,
        told: now?.textContent ?? '',
        seat: seats[seats.length - 1]?.textContent?.split(':')[0]?.trim() ?? '',
      };
      /** @type {any} */ (window).moments.push(moment);
    };
    if (now)
      new MutationObserver(note).observe(now, {
        attributes: true,
        attributeFilter: ['data-beat', 'data-picture', 'data-at'],
        childList: true,
        characterData: true,
        subtree: true,
      });
  }, TURNS);
}

/** What was shown, each with how long. @param {Page} page @returns {Promise<Seen[]>} */
export async function shown(page) {
  const moments = await page.evaluate(() => /** @type {any} */ (window).moments);
  return moments.map((moment, index) => ({ ...moment, lasted: (moments[index + 1]?.at ?? Infinity) - moment.at }));
}

/** Waits until nothing is being shown. @param {Page} page */
export async function over(page) {
  await page.waitForFunction(
    (turns) => {
      const strip = document.querySelector(turns);
      return !strip?.hasAttribute('data-scene') && !strip?.querySelector('[data-beat]');
    },
    TURNS,
    { timeout: 120_000 },
  );
}
