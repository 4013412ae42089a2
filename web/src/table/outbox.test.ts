import { expect, test } from 'vitest';
import { answers, submission, waiting } from './outbox';
import { steps } from './steps.support';

const submit = { id: 7, after: 10, seat: 1, action: 'hop start a1' };

test('ids are whole numbers below 2^53', () => {
  expect(submission(1, 'roll', 3, () => 0.999999999999)).toMatchObject({ after: 3, seat: 1, action: 'roll' });
  const { id } = submission(1, 'roll', 3);
  expect(Number.isSafeInteger(id) && id >= 1).toBe(true);
});

test('a step with its id and seat answers it', () => {
  const step = (id: number | undefined, ...texts: string[]) =>
    answers({ type: 'step', update: { n: 11, ...(id ? { id } : {}), entries: steps(...texts), view: {} } }, submit);
  expect(step(7, '1 hop start a1')).toBe(true);
  expect(step(8, '1 hop start a1')).toBe(false);
  expect(step(undefined, '1 hop start a1')).toBe(false);
  expect(step(7, '2 hop start a1')).toBe(false);
  expect(step(7, '2 melt bt', '2 done', '1 hop start a1')).toBe(true);
});

test('an answer with its id answers it', () => {
  expect(answers({ type: 'duplicate', id: 7 }, submit)).toBe(true);
  expect(answers({ type: 'refused', id: 7, clause: '1.3', text: '', tried: '' }, submit)).toBe(true);
  expect(answers({ type: 'invalid', id: 7, text: '' }, submit)).toBe(true);
  expect(answers({ type: 'invalid', text: '' }, submit)).toBe(false);
  expect(answers({ type: 'closing' }, submit)).toBe(false);
});

test('the outbox stays the same list while nothing is answered', () => {
  const outbox = [submit];
  expect(waiting(outbox, { type: 'duplicate', id: 8 })).toBe(outbox);
  expect(waiting(outbox, { type: 'duplicate', id: 7 })).toEqual([]);
});
