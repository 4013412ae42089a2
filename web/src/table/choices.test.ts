import { expect, test } from 'vitest';
import type { ActionWords } from '../protocol/protocol';
import { choicesFrom, ending, mainChoice, onlyDraw } from './choices';
import { completions, understand } from './typed';

const DICTIONARY: ActionWords[] = [
  { words: 'roll', label: 'Roll the die', action: { action: 'roll' } },
  {
    words: 'hop start a1',
    label: 'Penguin from START to a1',
    action: { action: 'hop', from: 'start', to: 'a1', home: false },
  },
  {
    words: 'hop start b1',
    label: 'Penguin from START to b1',
    action: { action: 'hop', from: 'start', to: 'b1', home: false },
  },
  { words: 'slide a1 n', label: 'Slide a1 north', action: { action: 'slide', floe: 'a1', to: 'n' } },
  { words: 'end', label: 'End the turn', action: { action: 'end' } },
];
const prompt = { text: 'Roll the die.', clause: '3.1' };
const all = choicesFrom([{ seat: 1, legal: [1, 2, 3, 4], prompt }], DICTIONARY);
const roll = choicesFrom([{ seat: 1, legal: [0], draws: [0], prompt }], DICTIONARY);

test('numbers become words, labels and actions; unknown ones are left out', () => {
  expect(choicesFrom([{ seat: 2, legal: [0, 3, 99], draws: [0], prompt }], DICTIONARY)).toEqual([
    { seat: 2, number: 0, ...DICTIONARY[0], draws: true },
    { seat: 2, number: 3, ...DICTIONARY[3], draws: false },
  ]);
});

test('R is the only choice that reveals, E the one that ends', () => {
  expect(onlyDraw(roll)?.words).toBe('roll');
  expect(onlyDraw([...roll, ...roll])).toBeUndefined();
  expect(ending(all)?.words).toBe('end');
  expect(mainChoice(roll)).toMatchObject({ choice: { words: 'roll' }, quiet: false });
});

test('the end of a turn is quiet while something else can be done', () => {
  expect(mainChoice(all)).toMatchObject({ choice: { words: 'end' }, quiet: true });
  expect(mainChoice([ending(all)!])).toMatchObject({ choice: { words: 'end' }, quiet: false });
  const warned = all.map((choice) => ({ ...choice, warning: { action: choice.number, text: 'ship 9 gets stuck' } }));
  expect(mainChoice(warned)?.cost).toBe('ship 9 gets stuck');
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
