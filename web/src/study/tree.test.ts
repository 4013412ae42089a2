import { expect, test } from 'vitest';
import { added, branchesOf, goesOn, lineOf, pathTo, recordOf, removed, treeOf, type StudyRecord } from './tree';

const header = { polynya: 1, game: 'polar-dare', rules: 1, options: {}, seats: 2 };

const record: StudyRecord = {
  ...header,
  steps: ['1 roll', '* P3', '1 hop start a1'],
  result: null,
  notes: { '0': 'Before.', '3': 'After.' },
  variations: [
    { at: 0, steps: ['1 roll', '* B3'] },
    {
      at: 1,
      name: 'Smaller',
      steps: ['* P2', '1 hop start b1'],
      notes: { '1': 'Two.' },
      variations: [
        { at: 1, steps: ['1 slide a1 n'] },
        { at: 2, name: 'On', steps: ['1 hop b1 b2'] },
      ],
    },
    { at: 3, steps: ['1 slide a1 n'] },
  ],
};

test('a record becomes a tree and the same record again', () => {
  const root = treeOf(record);
  expect(recordOf(header, root)).toEqual(record);
  expect(branchesOf(lineOf(root)).map(({ words }) => words)).toEqual(['1 roll', '* P2', '1 slide a1 n']);
});

test('a step that is there is found, and a new one begins a line where the match goes on', () => {
  const root = treeOf(record);
  const roll = goesOn(root)!;
  expect(added(roll, '* P3', 3)).toBe(goesOn(roll));
  const other = added(roll, '* P4', 3);
  expect([other.begins, goesOn(roll)!.words]).toEqual([true, '* P3']);
  expect(added(other, '1 hop start c1', 3).begins).toBe(false);
  const last = lineOf(root).at(-1)!;
  expect(added(last, '2 roll', 3).begins).toBe(true);
  expect(pathTo(other).map(({ words }) => words)).toEqual(['1 roll', '* P4']);
});

test('a match that begins on the board is the main line', () => {
  const root = treeOf({ steps: [] });
  added(added(root, '1 roll', 0), '* P3', 0);
  added(goesOn(root)!, '* P2', 0);
  expect(recordOf(header, root)).toEqual({
    ...header,
    steps: ['1 roll', '* P3'],
    result: null,
    variations: [{ at: 1, steps: ['* P2'] }],
  });
});

test('what is deleted can be put back', () => {
  const root = treeOf(record);
  const back = removed(branchesOf(lineOf(root))[1]!);
  expect(recordOf(header, root).variations).toHaveLength(2);
  back();
  expect(recordOf(header, root)).toEqual(record);
});
