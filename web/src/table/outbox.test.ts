import { expect, test } from 'vitest';
import { answers, submission, waiting } from './outbox';

const submit = { id: 7, after: 10, seat: 1, action: 'hop start a1' };

test('ids are whole numbers below 2^53', () => {
  expect(submission(1, 'roll', 3, () => 0.999999999999)).toMatchObject({ after: 3, seat: 1, action: 'roll' });
  const { id } = submission(1, 'roll', 3);
  expect(Number.isSafeInteger(id) && id >= 0).toBe(true);
});

test('a later step that holds the action answers it', () => {
  expect(answers({ step: { n: 11, steps: ['1 hop start a1'], view: {} } }, submit)).toBe(true);
  expect(answers({ step: { n: 10, steps: ['1 hop start a1'], view: {} } }, submit)).toBe(false);
  expect(answers({ step: { n: 11, steps: ['2 hop start a1'], view: {} } }, submit)).toBe(false);
});

test('an answer with its id answers it', () => {
  expect(answers({ known: { id: 7 } }, submit)).toBe(true);
  expect(answers({ refused: { id: 7, clause: '1.3', text: '', tried: '' } }, submit)).toBe(true);
  expect(answers({ wrong: { id: 7, text: '' } }, submit)).toBe(true);
  expect(answers({ wrong: { text: '' } }, submit)).toBe(false);
  expect(answers('closing', submit)).toBe(false);
});

test('the outbox stays the same list while nothing is answered', () => {
  const outbox = [submit];
  expect(waiting(outbox, { known: { id: 8 } })).toBe(outbox);
  expect(waiting(outbox, { known: { id: 7 } })).toEqual([]);
});
