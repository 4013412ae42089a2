import { expect, test } from 'vitest';
import { pieces, sectionsOf } from './book';

const BOOK = {
  title: 'Polar Dare!',
  preface: '',
  clauses: [
    { number: '1.1', section: '1 The table', text: 'Two, three or four seats play.' },
    { number: '1.2', section: '1 The table', text: 'You win by being first.' },
    { number: '2.1', section: '2 The turn', text: 'Type `roll` to roll.' },
  ],
};

test('clauses stand in their sections', () => {
  expect(sectionsOf(BOOK).map(({ heading, clauses }) => [heading, clauses.length])).toEqual([
    ['1 The table', 2],
    ['2 The turn', 1],
  ]);
});

test('a search wants all its words', () => {
  expect(sectionsOf(BOOK, 'ROLL type').flatMap(({ clauses }) => clauses.map(({ number }) => number))).toEqual(['2.1']);
  expect(sectionsOf(BOOK, '1.2')[0]!.clauses.length).toBe(1);
  expect(sectionsOf(BOOK, 'walrus')).toEqual([]);
});

test('words to type are told apart from the sentence', () => {
  expect(pieces('Type `roll` **now**.')).toEqual([
    { kind: 'plain', text: 'Type ' },
    { kind: 'code', text: 'roll' },
    { kind: 'plain', text: ' ' },
    { kind: 'strong', text: 'now' },
    { kind: 'plain', text: '.' },
  ]);
});
