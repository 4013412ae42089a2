// A box that its owner has entered is played by bots to the end, in every game. With PICTURES each end is photographed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWN_BOXES, ownBox } from '../support/boxes.js';
import { LAPTOP, Person } from '../support/browser.js';
import { browser, openHouse, server } from '../support/house.js';
import { hiddenParts, overflow } from '../support/sizes.js';
import { finish, places, prompt } from '../support/table.js';

/** A match of bots may take so long. */
const PATIENCE = 600_000;

openHouse();

for (const game of Object.keys(OWN_BOXES)) {
  test(`${game} with the owner's box ends`, async () => {
    const person = await Person.come(browser, server, { viewport: LAPTOP, reducedMotion: 'reduce' });
    const { page } = person;
    const box = await ownBox(page, game);
    const code = await person.open({ game, options: { box }, seats: ['me', 'greedy'] });
    await places(page).first().waitFor();
    await finish(person, PATIENCE);
    const { options, result, box: hash } = await (await page.request.get(`/api/tables/${code}/record`)).json();
    assert.deepEqual(options.box, box, 'the box is in the record');
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.equal(result.scores.length, 2);
    assert.ok((await prompt(page).getByRole('row').count()) > 1, 'the end is told, seat by seat');
    assert.deepEqual(await hiddenParts(page), []);
    assert.deepEqual(await overflow(page), []);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/end-own-${game}.png` });
    person.isContent();
    await person.leave();
  });
}
