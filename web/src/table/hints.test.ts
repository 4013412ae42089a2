import { beforeEach, expect, test, vi } from 'vitest';
import type { Command } from '../protocol/protocol';
import { Hints } from './hints.svelte';
import type { TableSession } from './session.svelte';

const QUESTION = ['flee m a1', 'flee f a1', 'flee f b2'];
const choices = QUESTION.map((words, number) => ({ seat: 1, words, number }));
let sent: Command[] = [];
let hints: Hints;

const asked = () => sent.flatMap((command) => (typeof command === 'object' && 'hint' in command ? [command.hint] : []));

beforeEach(() => {
  sent = [];
  let questions = 0;
  const session = {
    table: { choices: [{ seat: 1, legal: [1, 2, 3] }], seats: { hints: true }, steps: 5, turn: 1, over: null },
    acting: 1,
    choices,
    simultaneous: false,
    plans: { draft: null },
    dictionary: [],
    run: { start: vi.fn() },
    question: () => (questions += 1),
    send: (command: Command) => sent.push(command),
    answer: vi.fn(),
  };
  hints = new Hints(session as unknown as TableSession);
});

const hinted = (...actions: string[]) => hints.hinted({ n: 5, seat: 1, actions, text: 'Try: flee.', why: '' });

test('only the refusal of the hint itself is kept quiet', () => {
  hints.ask();
  expect(hints.refused(undefined)).toBe(false);
  expect(hints.refused(99)).toBe(false);
  expect(hints.thinking).toBe(true);
  expect(hints.refused(asked()[0]!.id)).toBe(true);
});

test('all as suggested goes on as long as the same is asked', () => {
  hints.answerAll();
  hinted('flee m a1');
  hints.follow([{ seat: 1, words: 'flee m a1' }], false);
  expect(asked()).toHaveLength(2);
});

test('whoever answers otherwise is not overruled', () => {
  hints.answerAll();
  hinted('flee m a1');
  hints.follow([{ seat: 1, words: 'flee f b2' }], false);
  expect(asked()).toHaveLength(1);
});

test('whoever answers before the suggestion comes is not overruled', () => {
  hints.answerAll();
  hints.follow([{ seat: 1, words: 'flee f b2' }], false);
  hinted('flee m a1');
  expect(hints.advice).toBeNull();
});
