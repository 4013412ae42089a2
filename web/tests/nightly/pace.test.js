// What others do and what the dice bring is shown step after step, each for its time and in the order of the rules, in
// every game. Times are measured in the page, and only from below: a busy machine shows things longer, never shorter.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, Person } from '../support/browser.js';
import { browser, openHouse, server } from '../support/house.js';
import { tapMove } from '../support/players.js';
import { over, shown, watch } from '../support/scenes.js';
import { places, whoseTurn } from '../support/table.js';

/** @typedef {import('../support/scenes.js').Seen} Seen */

/** The least time for which each kind is to be seen, a tenth of a second less than it lasts. */
const LEAST = { roll: 800, step: 500, fate: 500, phase: 700 };
/** After so many own moves nothing more is waited for. */
const MOST = 400;

openHouse();

/**
 * Everything that was shown until all of these pictures were, and as many as are enough.
 * @param {Person} person @param {string[]} wanted @param {number} enough
 */
async function see(person, wanted, enough = 1) {
  const { page } = person;
  await places(page).first().waitFor();
  await watch(page);
  /** @type {Seen[]} */
  let all = [];
  for (let moves = 0; moves < MOST && (await whoseTurn([person])); moves += 1) {
    await over(page);
    all = (await shown(page)).filter(({ kind }) => kind);
    if (all.length >= enough && wanted.every((picture) => all.some((seen) => seen.picture === picture))) break;
    await tapMove(person);
  }
  await over(page);
  all = (await shown(page)).filter(({ kind }) => kind);
  for (const picture of wanted)
    assert.ok(
      all.some((seen) => seen.picture === picture),
      `${picture} was shown: ${[...new Set(all.map((seen) => seen.picture))].join()}`,
    );
  return all;
}

/** Fails if something was seen for too short a time; prints the figures. @param {string} game @param {Seen[]} all */
function lastLongEnough(game, all) {
  const short = all.filter(({ kind, lasted }) => lasted < LEAST[/** @type {keyof typeof LEAST} */ (kind)]);
  assert.deepEqual(
    short.map(({ kind, told, lasted }) => `${kind} “${told}”: ${Math.round(lasted)} ms`),
    [],
  );
  const figures = Object.keys(LEAST).flatMap((kind) => {
    const times = all.filter((seen) => seen.kind === kind && seen.lasted < Infinity).map(({ lasted }) => lasted);
    return times.length > 0
      ? [`${times.length} of kind ${kind} for ${Math.round(Math.min(...times))} ms or longer`]
      : [];
  });
  console.log(`# ${game}: ${figures.join(', ')}`);
}

test('the piecepack port: rolls and steps of a bot', async () => {
  const person = await Person.come(browser, server, { pace: 'normal', viewport: LAPTOP });
  await person.open({ game: 'piecepack-dare', options: { pack_ice: true }, seats: ['me', 'normal'] });
  const all = await see(person, ['die', 'penguin', 'floe', 'bear']);
  lastLongEnough('piecepack-dare', all);
  assert.equal(all[0].kind, 'roll', 'the die falls first');
  await person.leave();
});

test('Rescue Polar Bears: actions, growth, warming, melting and fleeing, one after the other', async () => {
  const person = await Person.come(browser, server, { pace: 'normal', viewport: LAPTOP });
  await person.open({
    game: 'rescue-polar-bears',
    options: { rapid_warming: true, start_temperature: 8 },
    seats: ['me', 'normal'],
  });
  const all = await see(person, ['ship', 'heat', 'melt', 'flee']);
  lastLongEnough('rescue-polar-bears', all);
  // Each turn ends with the blue die and what it brings, then the red die and what melts, then those who flee.
  /** @type {string[]} */
  let order = [];
  let dice = 0;
  for (const { picture, told } of all) {
    const blue = /blue die/i.test(told);
    const red = /red die/i.test(told);
    if (blue) order = [];
    if (blue || red) dice += 1;
    order.push(blue ? 'blue' : red ? 'red' : String(picture));
    const before = (/** @type {string} */ one) => order.includes(one);
    if (red) assert.ok(before('blue'), `the blue die falls before the red one: ${order.join()}`);
    if (picture === 'melt') assert.ok(before('red'), `ice melts after the red die: ${order.join()}`);
    if (picture === 'grow' || picture === 'cub') assert.ok(!before('red'), `bears grow before it: ${order.join()}`);
  }
  assert.ok(dice >= 4, 'several turns were seen');
  await person.leave();
});

test('Ice Breakers: the report takes effect, ships get stuck, and then the next report is turned', async () => {
  const person = await Person.come(browser, server, { pace: 'normal', viewport: LAPTOP });
  await person.open({ game: 'ice-breakers', seats: ['me', 'normal'] });
  const all = await see(person, ['card', 'crack', 'ship', 'snow']);
  lastLongEnough('ice-breakers', all);
  const frozen = all.flatMap(({ picture }, index) => (picture === 'snow' ? [index] : []));
  for (const index of frozen) {
    const { told, lasted } = all[index];
    const places = (told.match(/\d+/g) ?? []).length;
    assert.ok(lasted >= LEAST.phase, `“${told}” names ${places} numbers and is seen for ${lasted} ms`);
    const next = all.slice(index + 1).find(({ picture }) => picture !== 'stuck');
    if (next) assert.equal(next.picture, 'card', `after the freezing a card: “${next.told}”`);
  }
  await person.leave();
});

test('Polar Roller: what falls in two rounds is seen, the glacier die before the polar dice of all seats', async () => {
  const person = await Person.come(browser, server, { pace: 'normal', viewport: LAPTOP });
  await person.open({ game: 'polar-roller', seats: ['me', 'normal', 'normal'] });
  // The first dice fall before anybody looks: those of three people, the glacier die of the next round, and again.
  const all = await see(person, ['die'], 8);
  lastLongEnough('polar-roller', all);
  const told = all.map(({ told }) => told);
  const glacier = told.findIndex((text) => /glacier die/i.test(text));
  assert.ok(glacier >= 3, `three people roll before the glacier die of the next round: ${told.join(' | ')}`);
  assert.ok(!told.slice(glacier + 1, glacier + 4).some((text) => /glacier die/i.test(text)), told.join(' | '));
  await person.leave();
});
