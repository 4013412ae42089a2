// The proof of the dice, link by link, computed in this page: what was promised first, what was kept secret until the
// end, what every seat added, the seed that follows, and every roll that follows from it.

import { chacha20orig } from '@noble/ciphers/chacha.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Luck, MatchRecord } from '../api';
import type { Draws } from '../protocol/protocol';
import { owed, type Pin } from './luck';

/** What a bot adds: nobody chooses it. */
const BOT_ADDITION = 'bot';

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
    ...added(luck, pin, names),
    ...seated(luck, secret, pin),
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

function added(luck: Luck, pin: Pin | null, names: readonly string[]): ProofLink[] {
  const own = owed(pin);
  if (own.length === 0) return [{ holds: null, text: 'This browser added nothing to the luck.' }];
  return own.map(([seat, text]) => {
    const name = nameOf(luck, placeOf(luck, seat, text), names);
    return judged(
      luck.additions[placeOf(luck, seat, text) - 1] === text,
      `What this browser added for ${name} is in the seed, at its place.`,
      `What this browser added for ${name} was left out, or stands at another place.`,
    );
  });
}

/** Where among the additions that of a seat has to stand. Older programs put them into the order of the match. */
function placeOf({ additions, stood }: Luck, seat: number, text: string): number {
  return stood ? seat : additions.indexOf(text) + 1 || seat;
}

/** What whoever stands at a place among the additions is called in the match. */
function nameOf({ stood }: Luck, place: number, names: readonly string[]): string {
  const seat = stood ? stood.order.indexOf(place) + 1 : place;
  return names[seat - 1] ?? `player ${seat || place}`;
}

/** Who was a bot, who sat where and who begins: in itself, and as this browser has seen it. */
function seated(luck: Luck, secret: Uint8Array, pin: Pin | null): ProofLink[] {
  const { additions, stood } = luck;
  if (!stood) {
    // A page that knows of this gets matches of servers that do.
    if (pin?.stood) return [{ holds: false, text: 'The record hides who was a bot and how the seats were dealt.' }];
    return [{ holds: null, text: 'The record does not say who was a bot and how the seats were dealt.' }];
  }
  const chosen = stood.bots.filter((seat) => additions[seat - 1] !== BOT_ADDITION);
  return [
    judged(
      chosen.length === 0,
      stood.bots.length === 0
        ? 'No bot added anything.'
        : `Every bot added the word “${BOT_ADDITION}”, which nobody chooses.`,
      `A bot added something else than the word “${BOT_ADDITION}”: somebody chose it.`,
    ),
    dealt(luck, stood, secret),
    seen(additions.length, stood, pin),
  ];
}

function dealt({ additions }: Luck, { first, order }: Stood, secret: Uint8Array): ProofLink {
  const seats = additions.map((_, index) => index + 1);
  const begins = order[0] ?? 1;
  const rule = {
    seats,
    asked: [...seats.slice(begins - 1), ...seats.slice(0, begins - 1)],
    random: first === 'random' ? deal(secret, additions) : seats,
  }[first];
  return judged(
    order.join() === String(rule),
    first === 'random'
      ? 'The seats were dealt as the secret and what every seat added say.'
      : 'Everybody kept their neighbours.',
    'The seats were not dealt by the rule of this table: somebody chose who begins.',
  );
}

/** Is all of it as this browser last saw it before the match? */
function seen(seats: number, stood: Stood, pin: Pin | null): ProofLink {
  const last = pin?.stood;
  if (!last) return { holds: null, text: 'This browser did not see who sat where before the match.' };
  const begins = stood.first === 'asked' ? stood.order[0] : undefined;
  const differs = [
    seats !== last.seats && `there were ${last.seats} seats, and the record says ${seats}`,
    stood.bots.join() !== last.bots.join() && `bots were on ${on(last.bots)}, and the record says on ${on(stood.bots)}`,
    (stood.first !== last.first || begins !== named(last)) &&
      `${beginner(last.first, named(last))}, and the record says that ${beginner(stood.first, begins)}`,
  ].filter((words) => words !== false);
  if (differs.length === 0)
    return { holds: true, text: 'Bots, people and who begins are as this browser saw them before the match.' };
  const words = `When this browser last saw the table before the match, ${differs.join('; ')}.`;
  // Whoever was away cannot tell an honest change from one that the server made up.
  return pin.began
    ? { holds: false, text: words }
    : { holds: null, text: `${words} It was away when the match began: nobody can tell whether that was so.` };
}

type Stood = NonNullable<Luck['stood']>;

const on = (seats: number[]) => (seats.length === 0 ? 'no seat' : `seat ${seats.join(' and ')}`);

/** The seat that people named to begin; the first one where nobody was named. */
const named = ({ first, begins }: NonNullable<Pin['stood']>) => (first === 'asked' ? (begins ?? 1) : undefined);

function beginner(first: Stood['first'], begins = 1): string {
  return first === 'random' ? 'the seats were to be dealt at random' : `seat ${begins} was to begin`;
}

/** The order in which secret and additions deal the seats: for each seat of the match, which one it was before. */
export function deal(secret: Uint8Array, additions: readonly string[]): number[] {
  const order = additions.map((_, index) => index + 1);
  const next = numbers(mix(secret, [...additions, 'seats']), 0);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = next(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** What each seat of the match added, with its name. */
export function told(luck: Luck, names: readonly string[]): [string, string][] {
  return luck.additions.map((text, index) => [nameOf(luck, index + 1, names), text]);
}

/** The command by which somebody checks a saved match without any server, with what this browser saw and added. */
export function command({ luck }: MatchRecord, pin: Pin | null): string {
  const own = owed(pin).map(([seat, text]) => ` --addition ${luck ? placeOf(luck, seat, text) : seat}=${text}`);
  const promised = pin?.commitment && !pin.late ? ` --commitment ${pin.commitment}` : '';
  return `polynya verify match.json${promised}${own.join('')}${seats(pin)}`;
}

function seats(pin: Pin | null): string {
  if (!pin?.stood || !pin.began) return '';
  const { bots, first } = pin.stood;
  return ` --bots ${bots.join() || 'none'} --first ${named(pin.stood) ?? first}`;
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

/** A fair number below `n`, the first of stream `stream` of the seed. */
const below = (n: number, seed: Uint8Array, stream: number) => numbers(seed, stream)(n);

/** Fair numbers below what is asked for each time, from stream `stream` of the seed. */
function numbers(seed: Uint8Array, stream: number): (n: number) => number {
  const nonce = new Uint8Array(8);
  new DataView(nonce.buffer).setBigUint64(0, BigInt(stream), true);
  // So many words are thrown away in a row only once in a very long while.
  const words = new DataView(chacha20orig(seed, nonce, new Uint8Array(1024)).buffer);
  let at = 0;
  return (n) => {
    const unfair = 2 ** 32 % n;
    while (at < 1024) {
      const product = BigInt(words.getUint32(at, true)) * BigInt(n);
      at += 4;
      if (Number(product & 0xffffffffn) >= unfair) return Number(product >> 32n);
    }
    return -1;
  };
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
