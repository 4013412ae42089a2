// The proof of the dice, link by link, computed in this page: what was promised first, what was kept secret until the
// end, what every seat added, the seed that follows, and every roll that follows from it.

import { chacha20orig } from '@noble/ciphers/chacha.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { MatchRecord } from '../api';
import type { Draws } from '../protocol/protocol';
import { owed, type Pin } from './luck';

/** One link of the chain: it holds, it does not, or this page cannot tell. */
export type ProofLink = { holds: boolean | null; text: string };

/** Checks every link that can be checked here. */
export function prove(
  record: MatchRecord,
  { odds, draws }: Draws,
  pin: Pin | null,
  names: readonly string[] = [],
): ProofLink[] {
  const { luck } = record;
  if (!luck) return [{ holds: null, text: 'The record does not say how its dice were made.' }];
  const secret = bytesOf(luck.secret);
  if (!secret) return [{ holds: false, text: 'The secret in the record cannot be read.' }];
  const seed = mix(secret, luck.additions);
  return [
    promised(luck.commitment, pin),
    judged(
      bytesToHex(sha256(secret)) === luck.commitment,
      'The secret is the one that was committed to.',
      'The secret is not the one that was committed to: it was exchanged.',
    ),
    ...added(luck.additions, pin, names),
    judged(
      record.seed === null || record.seed === bytesToHex(seed),
      'The seed follows from the secret and from what every seat added.',
      'The seed does not follow from the secret and from what every seat added.',
    ),
    rolled(record, { odds, draws }, seed, luck.from ?? 0),
  ];
}

function promised(commitment: string, pin: Pin | null): ProofLink {
  if (!pin?.commitment || pin.late)
    return { holds: null, text: 'This browser did not see the table before the match.' };
  return judged(
    !pin.exchanged && pin.commitment === commitment,
    'The commitment is the one that this browser saw first.',
    `This browser first saw the commitment ${short(pin.commitment)}, and later ${short(pin.exchanged ?? commitment)}: the dice were exchanged.`,
  );
}

function added(additions: readonly string[], pin: Pin | null, names: readonly string[]): ProofLink[] {
  const own = owed(pin);
  if (own.length === 0) return [{ holds: null, text: 'This browser added nothing to the luck.' }];
  // Seats may have been dealt anew when the match began: wherever it stands, it is in the seed.
  return own.map(([seat, text]) => {
    const now = additions.indexOf(text) + 1;
    const name = names[(now || seat) - 1] ?? `player ${seat}`;
    return judged(
      now > 0,
      `What this browser added for ${name} is in the seed.`,
      `What this browser added for ${name} was left out.`,
    );
  });
}

function rolled(record: MatchRecord, { odds, draws }: Draws, seed: Uint8Array, from: number): ProofLink {
  const steps = record.steps.flatMap((step, at) => (step.startsWith('* ') ? [{ at, words: step.slice(2) }] : []));
  const wrong = steps.findIndex(({ at, words }, n) => {
    if (n < from) return false;
    const [place, list] = draws[n] ?? [];
    return place !== at || drawn(odds[list!] ?? [], seed, n) !== words;
  });
  const count = steps.length - Math.min(from, steps.length);
  const before = from > 0 ? ` The ${from} before were made elsewhere and are not proven.` : '';
  return judged(
    wrong < 0 && draws.length === steps.length,
    `All ${count} rolls and draws follow from the seed.${before}`,
    `Roll ${wrong + 1} does not follow from the seed.`,
  );
}

/** What the seed gives for draw `n`, of outcomes with their weights; docs/notation.md, “Luck”. */
export function drawn(outcomes: readonly (readonly [string, number])[], seed: Uint8Array, n: number): string | null {
  const total = outcomes.reduce((sum, [, weight]) => sum + weight, 0);
  if (total === 0) return null;
  let point = below(total, seed, n);
  for (const [words, weight] of outcomes) {
    if (point < weight) return words;
    point -= weight;
  }
  return null;
}

/** A fair number below `n`, from stream `stream` of the seed. */
function below(n: number, seed: Uint8Array, stream: number): number {
  const nonce = new Uint8Array(8);
  new DataView(nonce.buffer).setBigUint64(0, BigInt(stream), true);
  // So many words are thrown away in a row only once in a very long while.
  const words = new DataView(chacha20orig(seed, nonce, new Uint8Array(1024)).buffer);
  const unfair = 2 ** 32 % n;
  for (let at = 0; at < 1024; at += 4) {
    const product = BigInt(words.getUint32(at, true)) * BigInt(n);
    if (Number(product & 0xffffffffn) >= unfair) return Number(product >> 32n);
  }
  return -1;
}

/** The seed that follows from a secret and what every seat added. */
export function mix(secret: Uint8Array, additions: readonly string[]): Uint8Array {
  const parts = additions.map((text) => {
    const bytes = utf8ToBytes(text);
    const length = new Uint8Array(8);
    new DataView(length.buffer).setBigUint64(0, BigInt(bytes.length));
    return concatBytes(length, bytes);
  });
  return sha256(concatBytes(secret, ...parts));
}

function judged(holds: boolean, good: string, bad: string): ProofLink {
  return { holds, text: holds ? good : bad };
}

const short = (commitment: string) => `${commitment.slice(0, 8)}…`;

function bytesOf(text: string): Uint8Array | null {
  return /^[0-9a-f]{64}$/.test(text) ? hexToBytes(text) : null;
}
