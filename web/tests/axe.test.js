// axe finds nothing to complain about on any screen, by day and by night, on the screens for which there are layouts.
// POLYNYA_SIZES=all visits everything on all of them; otherwise each part is visited on two.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { Person, TABLET } from './support/browser.js';
import { browser, openHouse, server } from './support/house.js';
import { listMove, tapMove } from './support/players.js';
import { SCREENS } from './support/sizes.js';
import { door, finish, look, places, prompt, result, settle, whoseTurn } from './support/table.js';

openHouse();

/** The screens that are visited: these two, or all. @param {(keyof typeof SCREENS)[]} sample */
const screens = (...sample) =>
  Object.entries(SCREENS).filter(
    ([name]) => process.env.POLYNYA_SIZES === 'all' || sample.some((chosen) => chosen === name),
  );

for (const [screen, viewport] of screens('a phone upright', 'a laptop')) {
  test(`every screen on ${screen}`, async () => {
    await visit(viewport, tour);
  });
}

for (const [game, options, sample] of /** @type {const} */ ([
  ['rescue-polar-bears', { turn_limit: 12 }, ['a phone sideways', 'a laptop']],
  ['ice-breakers', {}, ['a laptop at 400 %', 'a tablet upright']],
  ['polar-roller', {}, ['a laptop at 200 %', 'a wide screen']],
])) {
  for (const [screen, viewport] of screens(...sample)) {
    test(`${game} on ${screen}`, async () => {
      await visit(viewport, async (person, check) => {
        await person.open({ game, options, seats: ['me', 'greedy', 'greedy'] });
        await places(person.page).first().waitFor();
        for (let tap = 0; tap < 8; tap += 1) {
          await whoseTurn([person]);
          await tapMove(person);
        }
        await whoseTurn([person]);
        await check('in play');
        await finish(person);
        await check('result');
      });
    });
  }
}

/**
 * Visits screens and fails if axe complains about one of them, by day or by night.
 * @param {{ width: number, height: number }} viewport
 * @param {(person: Person, check: (screen: string) => Promise<void>) => Promise<void>} tour
 */
async function visit(viewport, tour) {
  const person = await Person.come(browser, server, { viewport, reducedMotion: 'reduce' });
  /** @type {string[]} */
  const found = [];
  await tour(person, async (screen) => {
    for (const [colorScheme, rules] of /** @type {const} */ ([
      ['dark', 'colours'],
      ['light', 'all'],
    ])) {
      await person.page.emulateMedia({ colorScheme });
      found.push(
        ...(await violations(person.page, rules)).map((violation) => `${screen}, ${colorScheme}: ${violation}`),
      );
    }
  });
  assert.deepEqual(found, []);
  person.isContent();
  await person.leave();
}

test(`the way to a table, ${TABLET.width} x ${TABLET.height}`, async () => {
  await visit(TABLET, doors);
});

/** Shows every screen on the way to a table. @param {Person} person @param {(screen: string) => Promise<void>} check */
async function doors(person, check) {
  const { page } = person;

  await page.goto('/');
  await door(page, 'Polar Roller', 'Invite').waitFor();
  await check('first page');
  await person.tap(page.getByText('Open a saved match'));
  await check('first page, opening a record');
  for (const which of /** @type {const} */ (['Invite', 'One screen'])) {
    await person.tap(door(page, 'Polar Roller', which));
    await page.getByRole('dialog').waitFor();
    await check(`how many, ${which}`);
    await page.keyboard.press('Escape');
  }

  await page.goto('/new/piecepack-dare');
  await page.getByRole('heading', { name: 'Who plays?' }).waitFor();
  for (const fold of ['Rulings', 'More']) await person.tap(page.getByText(fold, { exact: true }));
  await check('new table');

  await page.goto('/rules/polar-dare#4.2');
  await page.getByRole('searchbox').waitFor();
  await check('rules page');

  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'All games', exact: true }).waitFor();
  await check('no such page');

  const invited = await Person.come(browser, server);
  const code = await invited.open({ game: 'polar-dare', seats: ['me', 'open', 'greedy'] });
  await page.goto(`/t/${code}`);
  await page.getByRole('heading', { name: /invites you to/ }).waitFor();
  await check('invitation');
  await invited.leave();

  await person.open({ game: 'polar-dare', seats: ['me', 'open', 'greedy'] });
  await page.getByRole('heading', { name: 'Waiting for one player' }).waitFor();
  await person.tap(page.getByRole('button', { name: 'Hello!', exact: true }));
  await page.getByRole('list', { name: 'What was said' }).getByText('Hello!').waitFor();
  await check('gathering, with talk');
  await page.goto('/');
  await page.getByRole('region', { name: 'Your matches' }).waitFor();
  await check('first page with matches');
}

/** Shows every screen once. @param {Person} person @param {(screen: string) => Promise<void>} check */
async function tour(person, check) {
  const { page } = person;
  const drawer = page.getByRole('button', { name: /^Players, log and chat/ });
  const ruleForThis = page.getByRole('button', { name: '? Rule for this step', exact: true });
  const press = (/** @type {string | RegExp} */ name) => person.tap(page.getByRole('button', { name, exact: true }));
  await doors(person, check);

  await person.open({ game: 'polar-dare', seats: ['me', 'greedy'] });
  await places(page).first().waitFor();
  await whoseTurn([person]);
  await check('in play, before the roll');
  await settle(page, () => page.keyboard.press('r'));
  await check('in play, after the roll');
  const { names } = await look(page);
  const mover = names.findIndex((name) => /can step/.test(name));
  if (mover >= 0) {
    await person.tap(places(page).nth(mover));
    await check('in play, a piece selected');
    await page.keyboard.press('Escape');
  }
  await person.tap(places(page).first());
  await prompt(page)
    .getByRole('button', { name: /^Rule / })
    .waitFor();
  await check('in play, why not');
  await press((await ruleForThis.isVisible()) ? '? Rule for this step' : 'Rules');
  await page.getByRole('region', { name: 'Rule book' }).getByRole('searchbox').waitFor();
  await check('in play, rules');
  await press('Close the rules');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await check('help');
  await press('Close the help');
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Type a move' }).fill('s');
  await check('in play, typing a move');
  await page.keyboard.press('Escape');
  const folded = await drawer.isVisible();
  if (folded) {
    await press(/^All moves/);
    await check('in play, the list of moves');
    await press('Close the list of moves');
    await person.tap(drawer);
  }
  for (const tab of await page.getByRole('tab').all()) {
    await person.tap(tab);
    await check(`in play, ${await tab.innerText()}`);
  }
  if (folded) await press('Close');
  await page.keyboard.press('[');
  await page.getByRole('slider', { name: 'Step' }).waitFor();
  await check('in play, looking back');

  const code = await person.open({
    game: 'piecepack-dare',
    seats: ['me', 'greedy'],
    options: { turn_limit: 1, mega_ice_age: true },
  });
  await places(page).first().waitFor();
  await check('in play, Mega Ice Age');
  while (await whoseTurn([person])) await listMove(person);
  await result(page).waitFor();
  await person.tap(page.getByText('Were the dice fair?'));
  await check('result');

  await page.goto(`/replay/${code}?step=3`);
  await page.getByRole('slider', { name: 'Step' }).waitFor();
  await check('replay page');

  await person.open({ game: 'polar-roller', seats: ['me', 'me'] });
  await prompt(page).waitFor();
  await check('in play, two at one screen');
}
