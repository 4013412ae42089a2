// Positions of real matches, as the server tells them to browsers: printed by `crates/server/examples/positions.rs`.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { choicesFrom } from '../../src/table/choices';

/** The program that prints them, and how many of each game are looked at. */
const PROGRAM = process.env.POSITIONS ?? '';
export const COUNT = Number(process.env.POLYNYA_POSITIONS ?? 1000);

/**
 * @typedef {import('../../src/games/drawing').Choice} Choice
 * @typedef {{ seat: number, actions: string[], text: string, why: string }} Hint
 * @typedef {{ view: any, seats: { seat: number, choices: Choice[] }[], options: Record<string, unknown>, hint: Hint | null, dictionary: any[] }} Position
 */

/**
 * One position after the other, with what each seat may do there, and a hint if time is given for one.
 * @param {string} game
 * @param {number} count
 * @param {number} [milliseconds] how long each hint is thought about
 * @returns {AsyncGenerator<Position>}
 */
export async function* positions(game, count = COUNT, milliseconds = undefined) {
  if (!PROGRAM) throw new Error('POSITIONS names no program; `sh scripts/parity` builds it');
  const time = milliseconds === undefined ? [] : [String(milliseconds)];
  const program = spawn(PROGRAM, [game, String(count), ...time], { stdio: ['ignore', 'pipe', 'inherit'] });
  let dictionary;
  for await (const line of createInterface({ input: program.stdout })) {
    const said = JSON.parse(line);
    if (!dictionary) {
      dictionary = said;
      continue;
    }
    const { view, choices, options, hint } = said;
    yield {
      view,
      options,
      hint,
      dictionary,
      seats: choices.map((each) => ({ seat: each.seat, choices: choicesFrom([each], dictionary) })),
    };
  }
}

/**
 * A list of choices; in every tenth position also parts of it, for nothing but the list may say what is offered.
 * @param {Choice[]} choices
 * @param {number} count
 */
export function lists(choices, count) {
  const parts = count % 10 === 0 ? [2, 3, 5] : [];
  return [choices, ...parts.map((part) => choices.filter((_, index) => (index * 7 + part) % part !== 0))];
}

/** The words of these choices in order. @param {Iterable<{ words: string }>} choices */
export const words = (choices) => [...choices].map(({ words }) => words).sort();

/**
 * Everything that some row of taps and buttons carries out.
 * @template Selection
 * @param {(selection: Selection | undefined) => Iterable<{ act?: Choice, selection?: Selection }>} answers what each tap leads to
 * @param {(selection: Selection | undefined) => Iterable<Choice>} buttons what lies beside the board
 * @param {Selection[]} first what can be picked beside the board
 */
export function reached(answers, buttons, first = []) {
  const found = new Set();
  const open = [undefined, ...first];
  const seen = new Set(open.map((selection) => JSON.stringify(selection)));
  for (let selection = open.pop(), more = true; more; more = open.length > 0, selection = open.pop()) {
    for (const choice of buttons(selection)) found.add(choice);
    for (const { act, selection: next } of answers(selection)) {
      if (act) found.add(act);
      const key = JSON.stringify(next);
      if (next === undefined || seen.has(key)) continue;
      seen.add(key);
      open.push(next);
    }
  }
  return words(found);
}
