// The real program in a terminal that nobody sees, and a line to the server that can be cut.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Person } from './browser.js';
import { browser, server } from './house.js';
import { listMove } from './players.js';
import { places, result, whoseTurn } from './table.js';

const PROGRAM = process.env.POLYNYA ?? 'polynya';
/** A screen that has not changed for so many milliseconds did not hear the key. */
const AGAIN = 500;
/** A screen that has not changed for so many milliseconds never will. */
const PATIENCE = 120_000;

const pause = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

/** A tmux of its own, with the program in it. */
export class Terminal {
  #folder = mkdtempSync(join(tmpdir(), 'polynya-terminal-'));
  #socket = join(this.#folder, 'tmux');

  /** @param {string} args what the program is told @param {[columns: number, lines: number]} size */
  constructor(args, [columns, lines]) {
    const command = `XDG_STATE_HOME=. '${PROGRAM}' ${args}; echo left with $?; exec cat`;
    this.#tmux('-f', '/dev/null', 'new-session', '-d', '-x', `${columns}`, '-y', `${lines}`, command);
  }

  /** @param {string[]} args */
  #tmux(...args) {
    return execFileSync('tmux', ['-S', this.#socket, ...args], { cwd: this.#folder, encoding: 'utf8' });
  }

  screen() {
    return this.#tmux('capture-pane', '-p');
  }

  /** @param {string[]} keys */
  press(...keys) {
    this.#tmux('send-keys', ...keys);
  }

  /** @param {string} text */
  async waitFor(text) {
    for (const start = performance.now(); !this.screen().includes(text); await pause(20)) {
      assert.ok(performance.now() - start < PATIENCE, `the screen never showed ${text}:\n${this.screen()}`);
    }
  }

  /** Does the first move of the list until the match is over. */
  async playOn() {
    let [last, changed, pressed] = ['', performance.now(), 0];
    for (; ; await pause(20)) {
      const screen = this.screen();
      if (/^(Over after|The match is over)/.test(screen)) return;
      const isNew = screen !== last;
      if (isNew) [last, changed] = [screen, performance.now()];
      assert.ok(performance.now() - changed < PATIENCE, `nothing goes on any more:\n${screen}`);
      if (!isNew && performance.now() - pressed < AGAIN) continue;
      pressed = performance.now();
      if (screen.includes(' y/n')) this.press('y');
      else if (screen.includes('Esc closes')) this.press('Escape');
      else if (/(^|\n) *1 | {2}1 /.test(screen)) this.press('Enter');
    }
  }

  stop() {
    spawnSync('tmux', ['-S', this.#socket, 'kill-server']);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A line to the server that can be cut. */
class Line {
  /** @type {Set<import('node:net').Socket>} */
  #ends = new Set();
  #listener = createServer((socket) => {
    const other = connect(Number(new URL(server.url).port), '127.0.0.1');
    for (const end of [socket, other]) {
      this.#ends.add(end);
      end.on('error', () => this.#drop(socket, other));
      end.on('close', () => this.#drop(socket, other));
    }
    socket.pipe(other).pipe(socket);
  });

  /** @param {import('node:net').Socket[]} ends */
  #drop(...ends) {
    for (const end of ends) {
      end.destroy();
      this.#ends.delete(end);
    }
  }

  async open() {
    this.#listener.listen(0, '127.0.0.1');
    await once(this.#listener, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.#listener.address());
    return `http://127.0.0.1:${port}`;
  }

  cut() {
    this.#drop(...this.#ends);
  }

  close() {
    this.#listener.close();
    this.cut();
  }
}

/**
 * Plays a whole match between a person with a browser and one at a terminal. In its middle the server is killed and
 * started again, and the line of the terminal is cut.
 * @param {string} game @param {object} options @param {[columns: number, lines: number]} size
 * @param {{ kill: number, cut: number }} after how many moves in the browser
 */
export async function playTogether(game, options, size, { kill, cut }) {
  const person = await Person.come(browser, server, { name: 'Ada', reducedMotion: 'reduce' });
  const line = new Line();
  const { page } = person;
  const code = await person.open({ game, options, name: 'Ada', seats: ['me', 'open'] });
  const terminal = new Terminal(`join ${await line.open()}/t/${code} --name Ben`, size);
  try {
    await places(page).first().waitFor();
    const inBrowser = async () => {
      let moves = 0;
      for (let missed = 0; await whoseTurn([person]); moves += 1) {
        try {
          await listMove(person);
        } catch (error) {
          // The other one has acted meanwhile, and the list is another one or gone.
          missed += 1;
          if (missed > 40) throw error;
          moves -= 1;
          await pause(100);
          continue;
        }
        missed = 0;
        if (moves === kill) {
          await server.kill();
          await page
            .getByRole('banner')
            .getByText(/^offline$/)
            .waitFor();
          await server.run();
          await page
            .getByRole('banner')
            .getByText(/^live$/)
            .waitFor();
        }
        if (moves === cut) line.cut();
      }
      assert.ok(moves > kill && moves > cut, `only ${moves} moves`);
    };
    await Promise.all([inBrowser(), terminal.playOn()]);
    await result(page).waitFor();
    const answer = await person.context.request.get(`/api/tables/${code}/record`);
    const record = await answer.json();
    assert.ok(record.result, 'the match is over');
    const file = join(mkdtempSync(join(tmpdir(), 'polynya-record-')), 'match.json');
    writeFileSync(file, JSON.stringify(record));
    const { status, stderr } = spawnSync(PROGRAM, ['verify', file], { encoding: 'utf8' });
    rmSync(join(file, '..'), { recursive: true, force: true });
    assert.equal(status, 0, stderr);
    terminal.press('q');
    await terminal.waitFor('left with 0');
  } finally {
    terminal.stop();
    line.close();
    await person.leave();
  }
}
