// The real program, started for a file of tests on a port and a file of its own.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = process.env.POLYNYA ?? 'polynya';

/** Makes a file one of the version before entries had hashes; the program adds them again. */
const WITHOUT_HASHES = `
  ALTER TABLE tables DROP COLUMN hash;
  ALTER TABLE entries DROP COLUMN hash;
  DROP TABLE health;
  PRAGMA user_version = 3;`;

/** A running server. */
export class Server {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  #folder = '';
  #port = 0;

  /** @param {string[]} settings further arguments of `polynya serve` */
  constructor(settings = []) {
    this.settings = settings;
  }

  /** @param {string[]} settings */
  static async start(...settings) {
    const server = new Server(settings);
    server.#folder = await mkdtemp(join(tmpdir(), 'polynya-browser-'));
    await server.run();
    return server;
  }

  /** The address of the first page, without the slash at its end. */
  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts the program, on the port that it had before if there was one. */
  async run() {
    const data = join(this.#folder, 'polynya.db');
    const command = [
      'serve',
      '--port',
      String(this.#port),
      '--data',
      data,
      ...(this.settings.includes('--pace') ? [] : ['--pace', '0']),
      '--rate',
      '0',
      ...this.settings,
    ];
    const process = spawn(PROGRAM, command, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = process;
    await once(process, 'spawn');
    for await (const line of createInterface({ input: process.stdout })) {
      const address = /http:\/\/[\d.]+:(\d+)/.exec(line);
      if (!address) continue;
      this.#port = Number(address[1]);
      process.stdout.resume();
      return;
    }
    throw new Error(`${PROGRAM} ended before it told its address`);
  }

  /** Ends the program as a power cut would. */
  async kill() {
    await this.#end('SIGKILL');
  }

  /**
   * Changes the file behind the back of the program, which must not run, as somebody would who runs the server and
   * cheats: its hashes are made to fit.
   * @param {string} statement
   */
  sql(statement) {
    this.damage(`${statement}; ${WITHOUT_HASHES}`);
  }

  /**
   * Changes the file as a bad disk would: its hashes stay.
   * @param {string} statements
   */
  damage(statements) {
    const script = 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.commit()';
    execFileSync('python3', ['-c', script, join(this.#folder, 'polynya.db'), statements]);
  }

  /** Starts the program with a new file, as if the old one had been lost. */
  async forget() {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
    this.#folder = await mkdtemp(join(tmpdir(), 'polynya-browser-'));
    await this.run();
  }

  /** Ends the program and removes its file. */
  async stop() {
    await this.#end('SIGTERM');
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** @param {NodeJS.Signals} signal */
  async #end(signal) {
    const process = this.#process;
    this.#process = undefined;
    if (!process || process.exitCode !== null) return;
    const ended = once(process, 'exit');
    process.kill(signal);
    await ended;
  }
}
