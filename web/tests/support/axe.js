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
  return page.evaluate(async ([runOnly, rules]) => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, {
      runOnly,
      ...(rules ? { rules } : {}),
      resultTypes: ['violations'],
    });
    const about = ({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`;
    return violations.map(({ id, help, nodes }) => `${id} (${help}) ${nodes.map(about).join(' | ')}`);
  }, /** @type {const} */ ([RULES[rules], rules === 'all' && LABEL_IN_NAME]));
}
