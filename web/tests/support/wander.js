// Positions by chance: moves of all own seats, sent beside the page, which follows.

import { Client } from './socket.js';
import { below } from './luck.js';

/** @typedef {import('../../src/protocol/protocol').Choices} Choices */

/**
 * Plays so many moves by chance for the seats of this person; answers whether the match goes on.
 * @param {import('./browser.js').Person} person
 * @param {string} game
 * @param {string} code
 * @param {number} count
 */
export function wander(person, game, code, count) {
  let left = count;
  return play(person, game, code, () => left-- === 0);
}

/**
 * Plays moves by chance until a seat may choose what is wanted, if that ever comes; answers whether it came.
 * @param {import('./browser.js').Person} person
 * @param {string} game
 * @param {string} code
 * @param {(choices: Choices, words: (number: number) => string) => boolean} wanted
 * @param {RegExp} [first] what is done wherever it can be done
 */
export function reach(person, game, code, wanted, first) {
  return play(person, game, code, wanted, first);
}

/**
 * @param {import('./browser.js').Person} person
 * @param {string} game
 * @param {string} code
 * @param {(choices: Choices, words: (number: number) => string) => boolean} stop
 * @param {RegExp} [first]
 */
async function play(person, game, code, stop, first) {
  const client = new Client({ url: person.home });
  const [cookie] = await person.context.cookies();
  client.cookie = `${cookie.name}=${cookie.value}`;
  const words = await client.ask(`/api/games/${game}/actions`);
  const visit = await client.join(code);
  let goesOn = true;
  await new Promise((resolve) => {
    let [id, n] = [1, 0];
    visit.on('message', (/** @type {any} */ message) => {
      if (message.type !== 'welcome' && message.type !== 'step') return;
      n = message.n ?? message.update.n;
      goesOn = !(message.over ?? message.update?.over);
      const able = (message.choices ?? []).filter((/** @type {any} */ { legal }) => legal.length > 0);
      if (!goesOn) return resolve(undefined);
      if (able.length === 0) return;
      const choices = able[below(person.page, able.length)];
      const { seat, legal } = choices;
      const spoken = (/** @type {number} */ number) => words[number].words;
      if (stop(choices, spoken)) return resolve(undefined);
      // Ends of turns are drawn less often, so that turns get somewhere.
      const move = () => spoken(legal[below(person.page, legal.length)]);
      let action = move();
      if (/^(end|pass|done)/.test(action)) action = move();
      if (first) action = legal.map(spoken).find((/** @type {string} */ one) => first.test(one)) ?? action;
      visit.send({ submit: { id: Date.now() * 1000 + (id += 1), after: n, seat, action } });
    });
    visit.on('end', resolve);
  });
  visit.close();
  return goesOn;
}
