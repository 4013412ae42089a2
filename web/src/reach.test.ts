import { expect, test, vi } from 'vitest';
import { houses, isOwn } from './reach';

test('an address that only this computer knows is told from one that others can open', () => {
  expect(['localhost', 'play.localhost', '127.0.0.1', '127.3.2.1', '[::1]'].map(isOwn)).toEqual(Array(5).fill(true));
  expect(['192.168.1.20', 'polynya.example', '[fd00::5]', '127.example'].map(isOwn)).toEqual(Array(4).fill(false));
});

test('whoever came by an address that others know gives that one on', async () => {
  expect(await houses({ hostname: 'polynya.example', origin: 'https://polynya.example' })).toEqual([
    'https://polynya.example',
  ]);
});

test('whoever plays at the server itself gives on what the server says', async () => {
  const answer = { ok: true, json: () => Promise.resolve({ addresses: ['http://192.168.1.20:4040'] }) };
  vi.stubGlobal('fetch', () => Promise.resolve(answer));
  expect(await houses({ hostname: '127.0.0.1', origin: 'http://127.0.0.1:4040' })).toEqual([
    'http://192.168.1.20:4040',
  ]);
  vi.unstubAllGlobals();
});
