import { expect, test } from 'vitest';
import { commandOf, type Key } from './keys';

const press = (key: string, held: Partial<Key> = {}): Key => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...held,
});

test('keys have their meanings', () => {
  expect(commandOf(press('1'), true)).toEqual({ kind: 'choice', index: 0 });
  expect(commandOf(press('9'), true)).toEqual({ kind: 'choice', index: 8 });
  expect(commandOf(press('r'), true)).toEqual({ kind: 'roll' });
  expect(commandOf(press('U', { shiftKey: true }), true)).toEqual({ kind: 'restart' });
  expect(commandOf(press('?', { shiftKey: true }), true)).toEqual({ kind: 'help' });
  expect(commandOf(press('End'), true)).toEqual({ kind: 'live' });
});

test('other keys and keys of the browser are left alone', () => {
  expect(commandOf(press('0'), true)).toBeNull();
  expect(commandOf(press('r', { ctrlKey: true }), true)).toBeNull();
  expect(commandOf(press('Tab'), true)).toBeNull();
});

test('with single keys off only Escape is left', () => {
  expect(commandOf(press('r'), false)).toBeNull();
  expect(commandOf(press('1'), false)).toBeNull();
  expect(commandOf(press('Escape'), false)).toEqual({ kind: 'escape' });
});
