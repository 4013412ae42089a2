// Lessons, played to their ends: on the floes by taps on the board where the light is, and in every game by keys on the board
// alone. A sample by default; POLYNYA_LESSONS=all goes through every lesson, and by the names of buttons as well.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { LAPTOP, Person, PHONE } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { middle } from './support/players.js';
import { overflow } from './support/sizes.js';
import { board } from './support/table.js';

/** @typedef {import('playwright-core').Page} Page */

openHouse();

const GAMES = ['polar-dare', 'piecepack-dare', 'rescue-polar-bears', 'ice-breakers', 'polar-roller'];

/** @param {string} path @param {unknown} [body] */
async function ask(path, body) {
  const how = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(`${server.url}/api/games/${path}`, how || {});
  assert.equal(response.status, 200, `${path}: ${response.status}`);
  return response.json();
}

/** The lessons of a game. @param {string} game @returns {Promise<{ id: string, steps: { acts: boolean }[] }[]>} */
const lessonsOf = (game) => ask(`${game}/lessons`);

/** @param {Page} page */
const words = (page) => page.getByRole('region', { name: 'The lesson' });
/** @param {Page} page */
const onward = (page) => words(page).getByRole('button', { name: /^(Next|Finish)$/ });
/** @param {Page} page */
const help = (page) => words(page).getByRole('button', { name: /^Do it for me: / });

/** Where the page stands: what it says, and whether something is to be done. @param {Page} page */
const standing = (page) =>
  page.evaluate(() => {
    const card = /** @type {HTMLElement | null} */ (document.querySelector('section.words'));
    const button = [...(card?.querySelectorAll('button') ?? [])].map((one) => one.ariaLabel ?? one.textContent?.trim());
    return JSON.stringify([card?.querySelector('.count')?.textContent?.trim(), card?.dataset.tried, button]);
  });

/** Waits until something can be done again, and something else than before. @param {Page} page @param {string} before */
async function changes(page, before) {
  for (let tries = 0; tries < 100; tries += 1) {
    const now = await standing(page);
    if (now !== before && /Next|Finish|Do it for me: |Once more/.test(now)) return now;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return undefined;
}

/**
 * Goes through a lesson.
 * @param {Person} person
 * @param {string} game
 * @param {{ id: string, steps: { acts: boolean }[] }} lesson
 * @param {(words: string) => Promise<unknown>} act
 */
async function learn(person, game, lesson, act) {
  const { page } = person;
  await page.goto(`/learn/${game}/${lesson.id}`);
  for (const [index, { acts }] of lesson.steps.entries()) {
    await words(page)
      .getByText(`Step ${index + 1} of ${lesson.steps.length}`)
      .waitFor();
    /** @type {string[]} */
    const tried = [];
    while (acts) {
      const path = `${game}/lessons/${lesson.id}/${index + 1}`;
      const { wanted, text } = await ask(path, { tried });
      if (!wanted) {
        // At the end there is always something to say.
        if (text || index + 1 === lesson.steps.length) await person.tap(onward(page));
        break;
      }
      await help(page).waitFor();
      const before = await standing(page);
      await act(wanted);
      const now = await changes(page, before);
      assert.ok(now, `${path}: “${wanted}” after ${tried.join(', ')} did nothing: ${before}`);
      tried.push(wanted);
    }
    if (!acts) await person.tap(onward(page));
  }
  await words(page).getByRole('heading', { name: 'Well done!' }).waitFor();
}

/** Waits until what was done is answered and drawn. @param {Page} page */
async function drawn(page) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.locator('section.words[aria-busy=false]').waitFor({ state: 'attached' });
}

/**
 * Taps what is lit: a button beside the places, or the places that the wanted action names.
 * @param {Person} person
 * @returns {(words: string) => Promise<void>}
 */
const tapping = (person) => async (wanted) => {
  const { page } = person;
  const before = await standing(page);
  const goesOn = async () => (await drawn(page), (await standing(page)) === before);
  const lit = page.locator('button[data-hint]:visible, [data-hint] button:visible');
  const named = (/** @type {RegExp} */ name) => board(page).locator('[data-place]').and(page.getByLabel(name)).first();
  const tap = async (/** @type {import('playwright-core').Locator} */ place) => {
    const outline = await place.evaluate((shape) => shape instanceof SVGGeometryElement);
    await person.tap(place, outline ? { force: true, position: await place.evaluate(middle) } : { force: true });
  };
  const [verb, ...rest] = wanted.split(' ');
  /** The bear is picked up first; the words do not say where it is. */
  const bear = verb?.startsWith('bear') ? named(/bear can step/) : undefined;
  for (let round = 0; round < 4 && (await goesOn()); round += 1) {
    if (await lit.count()) {
      await person.tap(lit.first());
      continue;
    }
    if (bear) {
      await tap(bear);
      if (!(await goesOn())) return;
    }
    if (verb === 'die') await tap(named(new RegExp(`^Use.*${rest[0]?.startsWith('B') ? 'Bear' : 'Penguin'}`)));
    for (const token of rest) {
      const place = board(page).locator(`[data-place="${token}"]`);
      if (!(await goesOn()) || !(await place.count())) continue;
      await tap(place.first());
      if ((await goesOn()) && (await lit.count())) await person.tap(lit.first());
    }
    // Ice under a piece is picked up with a second tap, and goes where it says.
    const slides = named(/can slide here/);
    if (verb === 'slide' && (await goesOn()) && (await slides.count())) await tap(slides);
  }
};

/** Two people with different screens, by day and by night. */
const people = () =>
  Promise.all(
    [
      { viewport: PHONE, colorScheme: /** @type {const} */ ('dark') },
      { viewport: LAPTOP, colorScheme: /** @type {const} */ ('light') },
    ].map((screen) => Person.come(browser, server, { ...screen, reducedMotion: 'reduce' })),
  );

/**
 * Everything is learned by two people together, who take turns: whatever one taps, the other does by keys.
 * @param {number} first who begins
 * @param {string[]} games
 * @param {(person: Person, game: string, lesson: { id: string, steps: { acts: boolean }[] }) => Promise<void>} each
 */
async function all(first, games, each) {
  const both = await people();
  const lessons = (await Promise.all(games.map(async (game) => (await lessonsOf(game)).map((one) => ({ game, one })))))
    .flat()
    .map((lesson, index) => ({ ...lesson, who: (index + first) % 2 }));
  await Promise.all(
    both.map(async (person, who) => {
      for (const { game, one } of lessons.filter((lesson) => lesson.who === who)) await each(person, game, one);
    }),
  );
  return both;
}

test('every lesson on the floes by taps where the light is', async () => {
  // Where ice drifts in all directions, the names of places do not say which of them is lit.
  const both = await all(0, GAMES.slice(0, 2), async (person, game, lesson) => {
    if (lesson.id !== 'deep-freeze') await learn(person, game, lesson, tapping(person));
  });
  for (const person of both) {
    assert.deepEqual(await overflow(person.page), []);
    person.isContent();
    await person.leave();
  }
});

/** Has the keyboard's focus this place, a place whose name holds what follows ~, or something lit? @param {Page} page @param {string} place */
const isAt = (page, place) =>
  page.evaluate((place) => {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (place === '') return focused?.closest('[data-hint]') !== null && focused !== document.body;
    if (place.startsWith('~')) return (focused?.ariaLabel ?? '').includes(place.slice(1));
    return focused?.dataset.place === place;
  }, place);

/**
 * Presses a key until the focus is where it should be; answers whether it came there.
 * @param {Page} page @param {string} key @param {string} place @param {number} times
 */
async function press(page, key, place, times) {
  for (let presses = 0; presses < times; presses += 1) {
    if (await isAt(page, place)) return true;
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return isAt(page, place);
}

/**
 * Does what is wanted by keys alone: R and E, N to the next place where something can be done, Enter, and Tab to what is
 * lit beside the places.
 * @param {Person} person
 * @returns {(words: string) => Promise<void>}
 */
const keying = (person) => async (wanted) => {
  const { page } = person;
  const before = await standing(page);
  const goesOn = async () => (await drawn(page), (await standing(page)) === before);
  const lit = page.locator('button[data-hint]:visible, [data-hint] button:visible');
  const [verb, ...rest] = wanted.split(' ');
  const go = async (/** @type {string} */ place) => {
    await page.keyboard.press('b');
    if (!(await press(page, 'n', place, 70))) return false;
    await page.keyboard.press('Enter');
    return true;
  };
  if (verb === 'roll') await page.keyboard.press('r');
  if (verb === 'end' || verb === 'done') await page.keyboard.press('e');
  for (let round = 0; round < 3 && (await goesOn()); round += 1) {
    if (await lit.count()) {
      await page.keyboard.press('b');
      if (await press(page, 'Tab', '', 60)) await page.keyboard.press('Enter');
      continue;
    }
    if (verb === 'bear' && rest.length > 0 && (await goesOn())) await go('~bear can step');
    if (verb === 'move' && (await goesOn())) await go(`~ship ${rest[0]} `);
    if (verb === 'die') await go(rest[0]?.startsWith('B') ? '~Bear' : '~Penguin');
    for (const token of rest) {
      if (!(await goesOn()) || !(await board(page).locator(`[data-place="${token}"]`).count())) continue;
      await go(token);
      if ((await goesOn()) && (await lit.count()) && (await press(page, 'Tab', '', 60)))
        await page.keyboard.press('Enter');
    }
    // Ice under a piece is picked up with a second Enter, and goes where it says.
    if (verb === 'slide' && (await goesOn())) await go('~can slide here');
  }
};

const ALL = process.env.POLYNYA_LESSONS === 'all';

test('lessons by keys on the board, and axe finds nothing', async () => {
  const both = await all(1, GAMES, async (person, game, lesson) => {
    if (!ALL && lesson.id !== 'first') return;
    const { page } = person;
    await learn(person, game, lesson, keying(person));
    if (lesson.id === 'first') assert.deepEqual(await violations(page), [], `${game} ${lesson.id}`);
  });
  for (const { page } of both) {
    await page.goto('/learn/rescue-polar-bears/first?step=3');
    await help(page).waitFor();
    assert.deepEqual(await violations(page), [], 'a lesson');
    await page.goto('/learn');
    await page.getByRole('heading', { name: 'Polar Roller' }).waitFor();
    assert.deepEqual(await violations(page), [], 'the list');
    assert.deepEqual(await overflow(page), []);
  }
  both.forEach((person) => person.isContent());
});

if (ALL) {
  test('every lesson by the names of buttons', async () => {
    const both = await all(0, GAMES, async (person, game, lesson) => {
      await learn(person, game, lesson, async () => {
        await help(person.page).focus();
        await person.page.keyboard.press('Enter');
      });
    });
    both.forEach((person) => person.isContent());
  });
}

test('a puzzle answers wrong tries, shows its solution to those who ask, and is remembered', async () => {
  for (const person of await people()) {
    const { page } = person;
    await page.goto('/learn');
    const puzzle = page.getByRole('link', { name: /^\w+ puzzle 1 of Polar Dare!: / });
    const path = (await puzzle.getAttribute('href')) ?? '';
    const id = path.split('/').at(-1) ?? '';
    await person.tap(puzzle);
    await words(page).getByText('Puzzle 1 of').waitFor();
    assert.equal(await page.locator('[data-hint]').count(), 0, 'nothing gives the solution away');

    /** @type {string[]} */
    const tried = [];
    const first = await ask(`polar-dare/lessons/${id}/1`, { tried });
    const actions = await fetch(`${server.url}/api/games/polar-dare/actions`).then((answer) => answer.json());
    const legal = first.choices[0].legal.map((/** @type {number} */ number) => actions[number]);
    // Empty ice with one way to go slides at a tap.
    const slides = legal.flatMap((/** @type {{ words: string }} */ { words }) => {
      const [verb, floe] = words.split(' ');
      return verb === 'slide' && !first.wanted.startsWith(`slide ${floe}`) ? [floe] : [];
    });
    const floe = slides.find((/** @type {string} */ one) => slides.filter((other) => other === one).length === 1);
    await person.tap(board(page).locator(`[data-place="${floe}"]`).first(), { force: true });
    await words(page)
      .getByText(/Try something else|something is better/)
      .waitFor();

    await person.tap(words(page).getByRole('button', { name: 'Show me' }));
    for (let wanted = first.wanted; wanted;) {
      await help(page).waitFor();
      const before = await standing(page);
      await tapping(person)(wanted);
      await changes(page, before);
      tried.push(wanted);
      ({ wanted } = await ask(`polar-dare/lessons/${id}/1`, { tried }));
    }
    await onward(page).waitFor();
    assert.deepEqual(await violations(page), [], 'a puzzle');
    assert.deepEqual(await overflow(page), []);
    await person.tap(onward(page));
    await words(page).getByText('Puzzle 2 of').waitFor();
    await page.goto('/learn');
    await page.getByRole('link', { name: /^\w+ puzzle 1 of Polar Dare!: .*, solved$/ }).waitFor();
    person.isContent();
    await person.leave();
  }
});
