import { expect, test } from 'vitest';
import { bytesOf, keepsPromise } from './proof';

// SHA-256 of the three bytes of “abc”, from the standard.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('a commitment is the hash of the secret’s bytes', async () => {
  expect(await keepsPromise(ABC, '616263')).toBe(true);
  expect(await keepsPromise(ABC, '616264')).toBe(false);
  expect(await keepsPromise(ABC, 'no digits')).toBe(false);
});

test('hexadecimal digits are bytes', () => {
  expect(bytesOf('00ff')).toEqual(new Uint8Array([0, 255]));
  expect(bytesOf('0')).toBeNull();
});
