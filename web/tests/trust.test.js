// The dice, from outside: honest matches of all games are proven by the page's own code and by `polynya verify`, and both
// find an operator who exchanges the secret, uses another seed, drops what a seat added, grinds what a bot adds, permutes
// the additions or chooses who begins.
//
// POLYNYA_MATCHES=1000 is the whole of it.

import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { Server } from './support/server.js';
import { Client } from './support/socket.js';

const PROGRAM = process.env.POLYNYA ?? 'polynya';
const MATCHES = Number(process.env.POLYNYA_MATCHES ?? 20);
/** The games, and how a match of bots that know nothing comes to its end. @type {[string, object][]} */
const GAMES = [
  ['polar-dare', { turn_limit: 20 }],
  ['piecepack-dare', { turn_limit: 20 }],
  ['rescue-polar-bears', {}],
  ['ice-breakers', {}],
  ['polar-roller', {}],
];
/** Matches that are played at the same time. */
const SIDE_BY_SIDE = 4;

/** @type {Server} */
let server;
let folder = '';
/** The page's own code. @type {typeof import('../src/table/proof') & typeof import('../src/table/luck')} */
let page;

before(async () => {
  server = await Server.start();
  folder = await mkdtemp(join(tmpdir(), 'polynya-trust-'));
  const kept = new Map();
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  });
  const sources = ['proof', 'luck'].map((name) => fileURLToPath(new URL(`../src/table/${name}.ts`, import.meta.url)));
  const input = join(folder, 'page.js');
  await writeFile(input, sources.map((source) => `export * from ${JSON.stringify(source)};`).join('\n'));
  const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
  await bundle.write({ file: join(folder, 'page.mjs'), format: 'esm' });
  page = await import(pathToFileURL(join(folder, 'page.mjs')).href);
});

after(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Somebody at a table who does what the page does: pins the commitment, adds to the luck, and lets a bot play. */
class Player {
  /** @type {import('./support/socket.js').Visit | undefined} */
  visit;
  steps = 0;
  phase = '';
  over = false;
  again = '';
  /** @type {(() => void)[]} */
  #waiting = [];
  /** The seats that have added to the luck: what is said twice may come after the seats were dealt. */
  #added = new Set();
  /** The seats that were left to a bot. */
  #left = new Set();

  /** @param {Client} client @param {string} code @param {{ plays?: boolean }} how */
  constructor(client, code, { plays = true } = {}) {
    this.client = client;
    this.code = code;
    this.plays = plays;
  }

  async connect() {
    this.visit = await this.client.join(this.code);
    this.visit.on('message', (message) => this.#hear(message));
    return this;
  }

  /** @param {() => boolean} isSo */
  async until(isSo) {
    while (!isSo()) await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === 'invalid' || message.type === 'refused') throw new Error(message.text);
    if (message.type === 'welcome') {
      page.pin(this.code, message.commitment, message.over !== undefined);
      this.steps = message.steps;
      this.over = message.over !== undefined;
      this.#sit(message.seats);
    }
    if (message.type === 'seats') this.#sit(message);
    if (message.type === 'step') {
      this.steps = (message.update.from ?? this.steps) + (message.update.entries?.length ?? 0);
      this.over ||= message.update.over !== undefined;
    }
    if (message.type === 'again') this.again = message.code;
    for (const tell of this.#waiting.splice(0)) tell();
  }

  /** @param {import('../src/protocol/protocol').Seats} seats */
  #sit(table) {
    const { phase, seats } = table;
    if (this.phase === 'gathering' && phase !== 'gathering') page.begun(this.code);
    this.phase = phase;
    const own = seats.filter(({ yours }) => yours);
    if (phase === 'gathering') {
      page.hold(this.code, table);
      for (const { seat, adds } of own)
        if (!adds && !this.#added.has(seat)) {
          this.#added.add(seat);
          this.visit?.send({ luck: { seat, nonce: page.addition(this.code, seat) } });
        }
    }
    if (phase === 'playing' && this.plays)
      for (const { seat, cover } of own) {
        // Who is there may be told once more before the bot sits down.
        if (!cover && !this.#left.has(seat)) this.visit?.send({ cover: { seat, bot: 'random' } });
        this.#left.add(seat);
      }
  }

  /** Plays to the end; returns the record, and what the page says of it. */
  async end() {
    await this.until(() => this.over);
    return judge(this.client, this.code);
  }
}

/** @param {Client} client @param {string} code */
async function judge(client, code) {
  const record = await client.ask(`/api/tables/${code}/record`);
  const draws = await client.ask(`/api/tables/${code}/draws`);
  return { record, draws, links: page.prove(record, draws, page.pinned(code)) };
}

/**
 * What `polynya verify` says of a record, with what this browser has seen and added.
 * @param {any} record
 * @param {string} [code]
 */
async function verify(record, code) {
  const file = join(folder, 'match.json');
  await writeFile(file, JSON.stringify(record));
  const command = page.command(record, code ? page.pinned(code) : null).replace('match.json', file);
  const { status, stdout, stderr } = spawnSync(PROGRAM, command.split(' ').slice(1), { encoding: 'utf8' });
  return { holds: status === 0, text: stdout + stderr };
}

/** @param {import('../src/table/proof').ProofLink[]} links */
const broken = (links) => links.filter(({ holds }) => holds === false).map(({ text }) => text);

/** Fails unless the page and the program both find something wrong. @param {any} found @param {any} told @param {RegExp} page @param {RegExp} program */
function bothSay(found, told, page, program) {
  assert.match(broken(found).join('\n'), page);
  assert.equal(told.holds, false, told.text);
  assert.match(told.text, program);
}

/** @param {Partial<import('../src/protocol/protocol').NewTable>} table */
async function opened(table = {}) {
  const client = new Client(server);
  const whole = { game: 'polar-dare', options: { turn_limit: 6 }, seats: ['me', 'random'], name: 'Ann', ...table };
  const { code } = await client.ask('/api/tables', whole);
  return { client, code };
}

/** Kills the server, changes the secret of a table in its file, and starts it again. @param {string} code @param {string} secret */
async function exchange(code, secret) {
  await server.kill();
  server.sql(`UPDATE tables SET secret = '${secret}' WHERE code = '${code}'`);
  await server.run();
}

const OTHER = '5a'.repeat(32);

test('a secret that is exchanged between sitting down and the start is found', async () => {
  const { client, code } = await opened({ seats: ['me', 'open'] });
  const ann = await new Player(client, code).connect();
  await ann.until(() => ann.phase === 'gathering');
  await exchange(code, OTHER);
  const back = await new Player(client, code).connect();
  const bob = await new Player(new Client(server), code).connect();
  await bob.until(() => bob.phase === 'gathering');
  bob.visit?.send({ sit: { seat: 2, name: 'Bob', nonce: 'bob' } });
  const { record, links } = await back.end();
  bothSay(links, await verify(record, code), /exchanged/, /exchanged/);
});

test('a secret that is exchanged between two connections is found', async () => {
  const { client, code } = await opened({ options: {} });
  const ann = await new Player(client, code).connect();
  await ann.until(() => ann.steps > 30);
  await exchange(code, OTHER);
  const back = await new Player(client, code).connect();
  const { record, links } = await back.end();
  bothSay(links, await verify(record, code), /exchanged/, /./);
  // And if the old one is put back at the end, the rolls tell.
  await exchange(code, '00'.repeat(32));
  const later = await judge(client, code);
  bothSay(later.links, await verify(later.record, code), /exchanged/, /./);
});

test('whatever is changed in a record is found', async () => {
  const { client, code } = await opened({ seats: ['me', 'random', 'random'] });
  const ann = await new Player(client, code).connect();
  const { record, draws, links } = await ann.end();
  assert.deepEqual(broken(links), []);
  assert.equal(links.filter(({ holds }) => holds).length, 8, 'every link could be checked');
  const told = await verify(record, code);
  assert.ok(told.holds, told.text);

  // Another match whose record holds in itself, with the same secret and without what Ann added.
  const other = await opened({ seats: ['random', 'random', 'random'] });
  await exchange(other.code, record.luck.secret);
  const forger = await new Player(other.client, other.code).connect();
  const forged = await forger.end();
  assert.equal(forged.record.luck.commitment, record.luck.commitment);
  const pin = page.pinned(code);
  /** @type {[string, any, any, RegExp, RegExp][]} */
  const attacks = [
    ['a dropped addition', forged.record, forged.draws, /was left out/, /seat 1 added/],
    ['another secret', { ...record, luck: { ...record.luck, secret: OTHER } }, draws, /not the one/, /secret|commit/],
    ['another seed', { ...record, seed: OTHER }, draws, /seed does not follow/, /seed/],
    [
      'the rolls of another seed',
      { ...forged.record, seed: record.seed, luck: record.luck },
      forged.draws,
      /Roll \d+ does not follow/,
      /./,
    ],
    [
      'an addition that was changed',
      { ...record, luck: { ...record.luck, additions: ['kiwi', ...record.luck.additions.slice(1)] } },
      draws,
      /was left out/,
      /./,
    ],
  ];
  for (const [what, changed, odds, says, tells] of attacks) {
    const found = page.prove(changed, odds, pin);
    assert.ok(broken(found).length > 0, what);
    bothSay(found, await verify(changed, code), says, tells);
  }
});

/**
 * What a dishonest server makes of it: a whole match with the same secret, whose seats add just these texts.
 * @param {string} secret
 * @param {string[]} texts
 */
async function forge(secret, texts) {
  const { client, code } = await opened({ seats: texts.map(() => 'open') });
  await exchange(code, secret);
  const forger = await new Player(client, code).connect();
  for (const [index, nonce] of texts.entries()) forger.visit?.send({ sit: { seat: index + 1, name: 'Eve', nonce } });
  const forged = await forger.end();
  forger.visit?.close();
  assert.deepEqual(forged.record.luck.additions, texts);
  return forged;
}

test('a server that grinds what a bot adds, permutes the additions or chooses who begins is found', async () => {
  const { client, code } = await opened({ seats: ['me', 'random', 'random'], first: 'random' });
  const ann = await new Player(client, code).connect();
  const { record, draws, links } = await ann.end();
  assert.deepEqual(broken(links), []);
  const told = await verify(record, code);
  assert.ok(told.holds && told.text.includes('dealt the seats'), told.text);
  const { secret, additions } = record.luck;
  const pin = page.pinned(code);
  const hex = (/** @type {string} */ text) => Uint8Array.from(Buffer.from(text, 'hex'));
  /** The seats as a liar tells them: they follow the rule for these texts. @param {string[]} texts @param {number[]} bots */
  const random = (texts, bots) => ({ first: 'random', bots, order: page.deal(hex(secret), texts) });
  const lie = (/** @type {any} */ match, /** @type {any} */ stood) => ({ ...match, luck: { ...match.luck, stood } });

  // The text of a bot is tried until the first roll is the best one.
  const ground = Array.from({ length: 500 }, (_, n) => [additions[0], `bot ${n}`, 'bot']).find(
    (texts) => page.drawn(draws.odds[draws.draws[0][1]], page.mix(hex(secret), texts), 0) === 'P4',
  );
  assert.ok(ground);
  const grinder = await forge(secret, ground);
  assert.equal(
    grinder.record.steps.find((/** @type {string} */ step) => step.startsWith('*')),
    '* P4',
  );
  const permuted = ['bot', additions[0], 'bot'];
  const permuter = await forge(secret, permuted);
  const turned = [...record.luck.stood.order.slice(1), record.luck.stood.order[0]];
  const { stood: _, ...silent } = record.luck;
  /** @type {[string, any, any, RegExp, RegExp][]} */
  const attacks = [
    [
      'what a bot adds is ground',
      lie(grinder.record, random(ground, [2, 3])),
      grinder.draws,
      /A bot added something else/,
      /always/,
    ],
    [
      'what is ground is called a person',
      lie(grinder.record, random(ground, [3])),
      grinder.draws,
      /bots were on seat 2 and 3/,
      /you saw bots on the seats 2, 3/,
    ],
    ['the order', lie(permuter.record, random(permuted, [1, 3])), permuter.draws, /another place/, /seat 1 added/],
    ['who begins', lie(record, { ...record.luck.stood, order: turned }), draws, /chose who begins/, /deal the seats/],
    [
      'how it is found out who begins',
      lie(record, { first: 'asked', bots: [2, 3], order: [2, 3, 1] }),
      draws,
      /were to be dealt at random/,
      /were to be dealt at random/,
    ],
    ['all of it is left out', { ...record, luck: silent }, draws, /hides who was a bot/, /does not say how the seats/],
  ];
  for (const [what, changed, odds, says, tells] of attacks) {
    const found = page.prove(changed, odds, pin);
    assert.ok(broken(found).length > 0, what);
    bothSay(found, await verify(changed, code), says, tells);
  }
});

test(`${MATCHES} honest matches of all games, with bots, rematches and imports, are proven`, async () => {
  /** @type {string[]} */
  const records = [];
  let [rematches, imports, numbers] = [0, 0, 0];
  const one = async (/** @type {number} */ number) => {
    const [game, options] = GAMES[number % GAMES.length];
    const seats = ['me', ...Array(game === 'polar-roller' ? 1 : 1 + (number % 2)).fill('random')];
    const { client, code } = await opened({ game, options, seats });
    const player = await new Player(client, code).connect();
    // Every seventh goes on elsewhere in its middle.
    let unfinished = null;
    if (number % 7 === 1) {
      await player.until(() => player.steps > 12 || player.over);
      unfinished = await client.ask(`/api/tables/${code}/record`);
    }
    green(await player.end(), true);
    if (number % 6 === 2) {
      player.visit?.send('rematch');
      await player.until(() => player.again !== '');
      const again = await new Player(client, player.again).connect();
      green(await again.end(), true);
      again.visit?.close();
      rematches += 1;
    }
    player.visit?.close();
    if (!unfinished || unfinished.result) return;
    const { code: there } = await client.ask('/api/records', unfinished);
    const guest = await new Player(client, there).connect();
    await guest.until(() => guest.phase === 'playing');
    for (const seat of seats.keys())
      guest.visit?.send(
        seat === 0
          ? { sit: { seat: 1, name: 'Ann', nonce: page.addition(there, 1) } }
          : { seat: { seat: seat + 1, bot: 'random' } },
      );
    green(await guest.end(), false);
    guest.visit?.close();
    imports += 1;
  };
  const green = (/** @type {any} */ { record, links }, /** @type {boolean} */ whole) => {
    assert.deepEqual(broken(links), [], record.game);
    if (whole)
      assert.ok(
        links.every((/** @type {any} */ { holds }) => holds),
        JSON.stringify(links),
      );
    records.push(JSON.stringify(record));
  };
  const work = async () => {
    while (records.length < MATCHES) {
      numbers += 1;
      await one(numbers);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  const file = join(folder, 'matches.jsonl');
  await writeFile(file, records.join('\n'));
  const { status, stderr } = spawnSync(PROGRAM, ['verify', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  console.log(`${records.length} matches (${rematches} rematches, ${imports} imports): ${stderr.trim()}`);
  assert.equal(status, 0, stderr);
  assert.match(stderr, new RegExp(`${records.length} of ${records.length} records are honest`));
  assert.ok(rematches > 0 && imports > 0);
});
