// Rules and sentences about games belong to the engine. This looks for what creeps back: it cannot see everything.

import { expect, test } from 'vitest';

const sources: Record<string, string> = import.meta.glob('./*/**/*.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What the folders of games say and do, without comments, styles and tests. */
const files = Object.entries(sources)
  .filter(([file]) => !/\.(test|support)\.ts$/.test(file))
  .map(([file, text]) => ({
    file,
    text: text
      .replace(/<style>[\s\S]*<\/style>/g, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, ''),
  }));

/** Where this stands in them. */
function found(pattern: RegExp): string[] {
  return files.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([words]) => `${file}: ${words.trim()}`));
}

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(50);
});

test('no clause of a rule book is named', () => {
  expect(found(/(['`])\d{1,2}\.\d{1,2}\1/g)).toEqual([]);
});

test('no option of a match is read', () => {
  expect(found(/\boptions\s*[.[]\s*\w+/g)).toEqual([]);
});

test('no chance is computed', () => {
  expect(found(/\bpercent\b|\d\s?%[^)]|\b\d+ in \d+\b|100 \*/g)).toEqual([]);
});

/** What the interface itself says: how to choose, what is selected. Nothing here tells about a position. */
const INTERFACE = [
  'Nothing selected.',
  'Choose what the card is used for.',
  'Choose a lit place, or break ice.',
  'Once more to go there.',
  'Undo takes it back until then.',
  'Nobody sits here.',
  'The dice are rolled.',
  'Nothing can be foreseen now.',
  'You are watching.',
  'Players draw on their sheets.',
  'You draw on your own.',
  'Choose it again',
];

test('no sentence is made here but those about the interface', () => {
  const sentences = found(/[A-Z][a-z]+(?: [\w’'-]+){2,}[.!](?=['"`<\s]|$)/gm);
  expect(sentences.filter((words) => !INTERFACE.some((known) => words.includes(known)))).toEqual([]);
});
