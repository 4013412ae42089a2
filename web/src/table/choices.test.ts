import { expect, test } from 'vitest';
import type { ActionWords } from '../protocol/protocol';
import { choicesFrom, ending, mainChoice, onlyDraw } from './choices';
import { completions, understand } from './typed';

const DICTIONARY: ActionWords[] = [
  ['roll', 'Roll the die'],
  ['hop start a1', 'Penguin from START to a1'],
  ['hop start b1', 'Penguin from START to b1'],
  ['slide a1 n', 'Slide a1 north'],
  ['end', 'End the turn'],
];
const all = choicesFrom([{ seat: 1, legal: [1, 2, 3, 4] }], DICTIONARY);
const roll = choicesFrom([{ seat: 1, legal: [0], draws: [0] }], DICTIONARY);

test('numbers become words and labels; unknown ones are left out', () => {
  expect(choicesFrom([{ seat: 2, legal: [0, 3, 99], draws: [0] }], DICTIONARY)).toEqual([
    { seat: 2, number: 0, words: 'roll', label: 'Roll the die', draws: true },
    { seat: 2, number: 3, words: 'slide a1 n', label: 'Slide a1 north', draws: false },
  ]);
});

test('R is the only choice that reveals, E the one that ends', () => {
  expect(onlyDraw(roll)?.words).toBe('roll');
  expect(onlyDraw([...roll, ...roll])).toBeUndefined();
  expect(ending(all)?.words).toBe('end');
  expect(mainChoice(roll)?.words).toBe('roll');
  expect(mainChoice(all)?.words).toBe('end');
});

test('typed words are an action, whatever the case and the blanks', () => {
  expect(understand('  Hop  START a1', all, DICTIONARY)).toMatchObject({ kind: 'act', choice: { number: 1 } });
  expect(understand('slide a1 north', all, DICTIONARY)).toMatchObject({ kind: 'act', choice: { number: 3 } });
});

test('words that fit one action only are that action', () => {
  expect(understand('sl', all, DICTIONARY)).toMatchObject({ kind: 'act', choice: { number: 3 } });
});

test('an action that is not legal now is asked about', () => {
  expect(understand('roll', all, DICTIONARY)).toEqual({ kind: 'ask', words: 'roll' });
});

test('nonsense is answered with what could be typed', () => {
  const meaning = understand('fly to the moon', all, DICTIONARY);
  expect(meaning.kind).toBe('nonsense');
  expect(meaning.kind === 'nonsense' && meaning.near.length).toBe(3);
});

test('completion begins with what begins alike', () => {
  expect(completions('hop', all).map(({ number }) => number)).toEqual([1, 2]);
  expect(completions('a1', all).map(({ number }) => number)).toEqual([1, 3]);
  expect(completions('', all, 2).length).toBe(2);
});
