// Positions by chance: moves of all own seats, sent beside the page, which follows.

import { Client } from './socket.js';
import { below } from './luck.js';

/**
 * Plays so many moves by chance for the seats of this person; answers whether the match goes on.
 * @param {import('./browser.js').Person} person
 * @param {string} game
 * @param {string} code
 * @param {number} count
 */
export async function wander(person, game, code, count) {
  const client = new Client({ url: person.home });
  const [cookie] = await person.context.cookies();
  client.cookie = `${cookie.name}=${cookie.value}`;
  const words = await client.ask(`/api/games/${game}/actions`);
  const visit = await client.join(code);
  let goesOn = true;
  await new Promise((resolve) => {
    let [left, id, n] = [count, 1, 0];
    visit.on('message', (/** @type {any} */ message) => {
      if (message.type !== 'welcome' && message.type !== 'step') return;
      n = message.n ?? message.update.n;
      goesOn = !(message.over ?? message.update?.over);
      const able = (message.choices ?? []).filter((/** @type {any} */ { legal }) => legal.length > 0);
      if (!goesOn || (left === 0 && able.length > 0)) return resolve(undefined);
      if (able.length === 0) return;
      const { seat, legal } = able[below(person.page, able.length)];
      // Ends of turns are drawn less often, so that turns get somewhere.
      const move = () => words[legal[below(person.page, legal.length)]];
      let { words: action } = move();
      if (/^(end|pass|done)/.test(action)) ({ words: action } = move());
      left -= 1;
      visit.send({ submit: { id: Date.now() * 1000 + (id += 1), after: n, seat, action } });
    });
    visit.on('end', resolve);
  });
  visit.close();
  return goesOn;
}
