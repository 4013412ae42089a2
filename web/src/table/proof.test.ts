import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import type { MatchRecord } from '../api';
import type { Draws } from '../protocol/protocol';
import { drawn, mix, prove } from './proof';

// What the engine's own tests expect of the seed of the text “polynya”; see crates/engine/src/luck.rs.
const SECRET = '9644db98b6bdc6c6b128de64cd7af3af083e81445c747a2b9149709b63cdb4dd';
const COMMITMENT = '0159f3a4390ab70569cf36271cc96538b896feb61596fe24b217313a351907e4';
const MIXED = '28a38c0d7677a21e8f71ae6e693292ac4249bad78172195f4a95020884430021';

const DIE: [string, number][] = [
  ['P2', 1],
  ['P3', 2],
  ['B3', 3],
];
const seed = mix(hexToBytes(SECRET), ['ab', 'c']);
const rolls = [0, 1, 2, 3].map((n) => drawn(DIE, seed, n)!);
const draws: Draws = { odds: [DIE], draws: rolls.map((_, n) => [2 * n + 1, 0]) };
const record: MatchRecord = {
  seats: 2,
  seed: MIXED,
  luck: { commitment: COMMITMENT, secret: SECRET, additions: ['ab', 'c'] },
  steps: rolls.flatMap((roll) => ['1 roll', `* ${roll}`]),
};
const pin = { commitment: COMMITMENT, additions: { 1: 'ab' }, seats: [1] };

const failing = (record: MatchRecord, seen: Parameters<typeof prove>[2] = pin) =>
  prove(record, draws, seen).flatMap(({ holds, text }) => (holds === false ? [text] : []));

test('seed and numbers are those of the engine', () => {
  expect(bytesToHex(seed)).toBe(MIXED);
  // ChaCha20 with a key of sevens and stream 3 begins with fb59268f fe0c430a df0ff105.
  const big: [string, number][] = [
    ['low', 3162692843],
    ['hit', 1],
    ['high', (3 << 30) - 3162692844 + 2 ** 32 * Number(3 << 30 < 0)],
  ];
  expect(drawn(big, new Uint8Array(32).fill(7), 3)).toBe('hit');
});

test('an honest match has no broken link', () => {
  expect(prove(record, draws, pin).map(({ holds }) => holds)).toEqual([true, true, true, true, true]);
  expect(failing(record, null)).toEqual([]);
  // A match that was over when it was first seen, such as one from a file, was promised by another table.
  expect(failing(record, { commitment: 'ff'.repeat(32), additions: {}, late: true })).toEqual([]);
});

test('a seat that was left before the match, or taken in its middle, owes nothing', () => {
  expect(failing(record, { ...pin, additions: { 1: 'ab', 2: 'later' } })).toEqual([]);
  expect(failing(record, { ...pin, additions: { 1: 'ab', 2: 'later' }, seats: [1, 2] })[0]).toContain('player 2');
});

test('every link that is changed is told', () => {
  const luck = record.luck!;
  const with_ = (changes: Partial<NonNullable<MatchRecord['luck']>>) => ({ ...record, luck: { ...luck, ...changes } });
  expect(failing(record, { ...pin, exchanged: 'ff'.repeat(32) })[0]).toContain('exchanged');
  expect(failing(record, { ...pin, commitment: 'ff'.repeat(32) })[0]).toContain('exchanged');
  expect(failing(with_({ secret: MIXED }))[0]).toContain('not the one that was committed to');
  expect(failing(with_({ additions: ['', 'c'] }))[0]).toContain('player 1 was left out');
  expect(failing({ ...record, seed: SECRET })[0]).toContain('does not follow');
  const other = rolls[2] === 'P2' ? 'P3' : 'P2';
  const steps = record.steps.with(5, `* ${other}`);
  expect(failing({ ...record, steps })).toEqual(['Roll 3 does not follow from the seed.']);
  expect(failing({ ...record, steps, luck: { ...luck, from: 3 } })).toEqual([]);
});
