import { expect, test } from 'vitest';
import type { RuleBook, RuleExample } from '../protocol/protocol';
import { headOf, marked, pieces, sectionsOf, wordsOf } from './book';

const EXAMPLE: RuleExample = {
  number: 1,
  clause: '2.1',
  game: 'polar-dare',
  seats: 2,
  options: { turn_limit: 3 },
  lines: [{ kind: 'step', text: '1 roll', step: 1 }],
};

const BOOK: RuleBook = {
  title: 'Polar Dare!',
  parts: [
    { kind: 'paragraph', text: 'Penguins cross the sea.' },
    { kind: 'heading', text: '1 The table' },
    { kind: 'clause', number: '1.1', text: 'Two, three or four seats play.' },
    { kind: 'clause', number: '1.2', text: 'You win by being first.' },
    { kind: 'heading', text: '2 The turn' },
    { kind: 'clause', number: '2.1', text: 'Type `roll` to roll.' },
    {
      kind: 'table',
      rows: [
        ['Roll', 'Moves'],
        ['P3', 'three'],
      ],
    },
    { kind: 'paragraph', text: 'Red rolls:' },
    { kind: 'example', ...EXAMPLE },
  ],
};

test('everything stands in its section', () => {
  expect(sectionsOf(BOOK).map(({ heading, parts }) => [heading, parts.length])).toEqual([
    ['', 1],
    ['1 The table', 2],
    ['2 The turn', 4],
  ]);
});

test('a search wants all its words, and looks at text and tables too', () => {
  const found = (search: string) => sectionsOf(BOOK, search).flatMap(({ parts }) => parts.map(({ kind }) => kind));
  expect(found('ROLL type')).toEqual(['clause']);
  expect(found('1.2')).toEqual(['clause']);
  expect(found('cross sea')).toEqual(['paragraph']);
  expect(found('moves p3')).toEqual(['table']);
  expect(sectionsOf(BOOK, 'walrus')).toEqual([]);
});

test('an example says what it is of', () => {
  expect(headOf(EXAMPLE)).toBe('polar-dare, 2 seats, {"turn_limit":3}');
  expect(headOf({ ...EXAMPLE, seats: 1, options: {} })).toBe('polar-dare, 1 seat');
});

test('words to type are told apart from the sentence', () => {
  expect(pieces('Type `roll` **now**, *please*.')).toEqual([
    { kind: 'plain', text: 'Type ' },
    { kind: 'code', text: 'roll' },
    { kind: 'plain', text: ' ' },
    { kind: 'strong', text: 'now' },
    { kind: 'plain', text: ', ' },
    { kind: 'stress', text: 'please' },
    { kind: 'plain', text: '.' },
  ]);
});

test('what a search has found is marked, whatever its letters are, the longest word first', () => {
  const parts = marked('Bears and a bear', wordsOf(' BEAR bears '));
  expect(parts.map(({ text, found }) => (found ? `[${text}]` : text)).join('')).toBe('[Bears] and a [bear]');
  expect(marked('Penguins', wordsOf(''))).toEqual([{ text: 'Penguins', found: false }]);
});
