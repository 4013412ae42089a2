// Following hints, as people do who want to see where they lead.

import { whoseTurn } from './table.js';

/** The hint. @param {import('./browser.js').Person} person */
export const hint = ({ page }) => page.getByRole('region', { name: 'Hint', exact: true });

/** Asks for a hint by key, and waits for it; answers what it says. @param {import('./browser.js').Person} person */
export async function asks(person) {
  await person.page.keyboard.press('h');
  await hint(person).getByRole('button', { name: 'Show me' }).waitFor();
  return hint(person).getByRole('paragraph').innerText();
}

/** How many steps are drawn on the board. In the page. */
const drawn = () => Number(document.querySelector('[data-marks]')?.getAttribute('data-marks') ?? 0);

/** How many steps are drawn on the board. @param {import('./browser.js').Person} person */
export const steps = ({ page }) => page.evaluate(drawn);

/** Waits until fewer steps are drawn. @param {import('./browser.js').Person} person @param {number} before */
export const fewer = ({ page }, before) =>
  page.waitForFunction(
    (before) => Number(document.querySelector('[data-marks]')?.getAttribute('data-marks') ?? 0) < before,
    before,
  );

/**
 * Follows hints at every turn, each asked for as soon as it is time; answers how many came.
 * @param {import('./browser.js').Person} person
 * @param {number} most
 */
export async function followHints(person, most) {
  const { page } = person;
  let came = 0;
  while (came < most && (await whoseTurn([person]))) {
    await asks(person);
    came += 1;
    for (let left = await steps(person); left > 0; left = await steps(person)) {
      // A question without a choice may answer itself, and the hint goes on.
      const button = hint(person).getByRole('button', { name: /^(All of it|This step)$/ });
      await person.tap(button.last(), { timeout: 3000 }).catch(() => {});
      await fewer(person, left);
      // All of it goes on by itself, up to the die.
      await page.waitForFunction(() => !document.querySelector('[aria-label=Hint] button:disabled'));
    }
  }
  return came;
}
