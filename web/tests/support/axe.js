// What axe finds on a page.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

const RULES = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  /** What can differ between day and night. */
  colours: { type: 'rule', values: ['color-contrast'] },
};

/** A rule that is off by itself: whoever speaks to a page says what stands on its buttons (WCAG 2.5.3). */
const LABEL_IN_NAME = { 'label-content-name-mismatch': { enabled: true } };

/**
 * What it complains about on the page as it is.
 * @param {import('playwright-core').Page} page
 * @param {'all' | 'colours'} rules
 * @returns {Promise<string[]>}
 */
export async function violations(page, rules = 'all') {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([runOnly, rules]) => {
      const { violations } = await /** @type {any} */ (window).axe.run(document, {
        runOnly,
        ...(rules ? { rules } : {}),
        resultTypes: ['violations'],
      });
      const about = ({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`;
      /** Is it whole once somebody has scrolled there? What lies half under the edge of a list is. */
      const comesOut = (/** @type {string} */ query) => {
        const element = document.querySelector(query);
        element?.scrollIntoView({ block: 'center' });
        const { left, top, right, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
        const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
        const inside = [-11, 11].flatMap((x) => [-11, 11].map((y) => [middleX + x, middleY + y]));
        return (
          Math.min(right - left, bottom - top) >= 24 &&
          inside.every(([x, y]) => {
            const over = document.elementFromPoint(x, y);
            return over !== null && (element?.contains(over) || over.contains(element));
          })
        );
      };
      return violations.flatMap(({ id, help, nodes }) => {
        const real =
          id === 'target-size'
            ? nodes.filter(({ target, failureSummary }) => !/obscured/.test(failureSummary) || !comesOut(target[0]))
            : nodes;
        return real.length > 0 ? [`${id} (${help}) ${real.map(about).join(' | ')}`] : [];
      });
    },
    /** @type {const} */ ([RULES[rules], rules === 'all' && LABEL_IN_NAME]),
  );
}
