import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import type { Luck, MatchRecord } from '../api';
import type { Draws } from '../protocol/protocol';
import type { Pin } from './luck';
import { command, deal, drawn, mix, prove, told } from './proof';

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
const pin: Pin = { commitment: COMMITMENT, additions: { 1: 'ab' }, seats: [1] };

/** Two people and a bot that are dealt at random, as this browser saw it. */
const three = ['ab', 'c', 'bot'];
const dealt = deal(hexToBytes(SECRET), three);
const seats = (() => {
  const seed = mix(hexToBytes(SECRET), three);
  const rolls = [0, 1, 2, 3].map((n) => drawn(DIE, seed, n)!);
  const luck: Luck = { ...record.luck!, additions: three, stood: { first: 'random', bots: [3], order: dealt } };
  const steps = rolls.flatMap((roll) => ['1 roll', `* ${roll}`]);
  return { record: { seats: 3, seed: bytesToHex(seed), luck, steps } satisfies MatchRecord, luck };
})();
const saw: Pin = { ...pin, stood: { seats: 3, bots: [3], first: 'random' }, began: true };

const failing = (record: MatchRecord, seen: Pin | null = pin) =>
  prove(record, draws, seen).flatMap(({ holds, text }) => (holds === false ? [text] : []));
/** The record with another luck, and the seed and the rolls that follow from it: it holds in itself. */
function ground(changes: Partial<Luck>): MatchRecord {
  const luck = { ...seats.luck, ...changes };
  const seed = mix(hexToBytes(luck.secret), luck.additions);
  const steps = [0, 1, 2, 3].flatMap((n) => ['1 roll', `* ${drawn(DIE, seed, n)}`]);
  return { seats: 3, seed: bytesToHex(seed), luck, steps };
}

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
  expect(prove(record, draws, pin).map(({ holds }) => holds)).toEqual([true, true, true, null, true, true]);
  expect(prove(seats.record, draws, saw).map(({ holds }) => holds)).toEqual(Array(8).fill(true));
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

test('who was a bot, what it added and who sat where cannot be chosen', () => {
  expect(failing(seats.record, saw)).toEqual([]);
  // The text of a bot is ground until the seed pleases: as a bot's, or as that of a person whom nobody has seen.
  expect(failing(ground({ additions: ['ab', 'c', 'bot 4711'] }), saw).join()).toContain('A bot added something else');
  const person = { additions: ['ab', 'c', 'dan'], stood: { ...seats.luck.stood!, bots: [] } };
  const order = deal(hexToBytes(SECRET), person.additions);
  expect(failing(ground({ ...person, stood: { ...person.stood, order } }), saw)).toEqual([
    'When this browser last saw the table before the match, bots were on seat 3, and the record says on no seat.',
  ]);
  // The additions are put into another order.
  expect(failing(ground({ additions: ['c', 'ab', 'bot'] }), saw).join()).toContain('stands at another place');
  // Somebody is chosen to begin.
  const turned = [...dealt.slice(1), dealt[0]!];
  expect(failing(ground({ stood: { first: 'random', bots: [3], order: turned } }), saw).join()).toContain(
    'chose who begins',
  );
  expect(failing(ground({ stood: { first: 'asked', bots: [3], order: [2, 3, 1] } }), saw).join()).toContain(
    'the seats were to be dealt at random, and the record says that seat 2 was to begin',
  );
  expect(failing(ground({ stood: { first: 'seats', bots: [3], order: [2, 3, 1] } }), saw).join()).toContain(
    'chose who begins',
  );
  // The record leaves all of it out, as if an older program had written it.
  const { stood: _, ...older } = seats.luck;
  expect(failing({ ...seats.record, luck: older }, saw)).toEqual([
    'The record hides who was a bot and how the seats were dealt.',
  ]);
  expect(failing({ ...seats.record, luck: older }, pin)).toEqual([]);
});

test('whoever was away when the match began is told that nothing can be said', () => {
  const { began: _, ...away } = saw;
  const late = { ...away, stood: { seats: 3, bots: [2, 3], first: 'random' as const } };
  expect(failing(seats.record, late)).toEqual([]);
  expect(prove(seats.record, draws, late).some(({ holds, text }) => holds === null && text.includes('was away'))).toBe(
    true,
  );
  expect(prove(seats.record, draws, away).every(({ holds }) => holds)).toBe(true);
});

test('names and the command follow the seats as they stood', () => {
  const names = dealt.map((seat) => ['Ann', 'Bob', 'Nori'][seat - 1]!);
  expect(told(seats.luck, names)).toEqual([
    ['Ann', 'ab'],
    ['Bob', 'c'],
    ['Nori', 'bot'],
  ]);
  expect(command(seats.record, saw)).toBe(
    `polynya verify match.json --commitment ${COMMITMENT} --addition 1=ab --bots 3 --first random`,
  );
  expect(command(record, { ...pin, additions: { 2: 'ab' }, seats: [2] })).toContain('--addition 1=ab');
});

test('seats are dealt as the engine deals them', () => {
  // The engine's own test, of the seed of the text “secret”: crates/engine/src/proof.rs.
  const secret = hexToBytes('2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b');
  expect(deal(secret, ['ann', 'bob', 'bot'])).toEqual([3, 1, 2]);
});
