// A client without a page: asks over HTTP, and speaks with tables over a WebSocket.

import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';

/** @typedef {import('../../src/protocol/protocol').Message} Message */

/** Somebody with a cookie. */
export class Client {
  cookie = `polynya=${randomBytes(16).toString('hex')}`;

  /** @param {{ url: string }} server */
  constructor(server) {
    this.server = server;
  }

  /**
   * Asks, and fails if the answer is none.
   * @param {string} path
   * @param {unknown} [body]
   */
  async ask(path, body) {
    const headers = { cookie: this.cookie };
    const how = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${this.server.url}${path}`, how);
    const said = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${said.error}`);
    return said;
  }

  /** Opens a socket to a table. @param {string} code */
  async join(code) {
    const key = randomBytes(16).toString('base64');
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    const asked = request(`${this.server.url}/api/tables/${code}/socket`, {
      headers: { ...upgrade, cookie: this.cookie, 'sec-websocket-version': '13', 'sec-websocket-key': key },
    });
    asked.end();
    const [, socket, head] = await once(asked, 'upgrade');
    return new Visit(socket, head);
  }
}

/** A connection to a table; `message` is emitted for each message, `end` when it is gone. */
export class Visit extends EventEmitter {
  #rest = Buffer.alloc(0);
  /** Text of a message that came in parts. */
  #begun = '';

  /** @param {import('node:net').Socket} socket @param {Buffer} head */
  constructor(socket, head) {
    super();
    this.socket = socket;
    this.#rest = head;
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('error', () => {});
    socket.on('close', () => this.emit('end'));
    // Whoever asked to join listens from the next moment on.
    setImmediate(() => this.#read(Buffer.alloc(0)));
  }

  /** @param {import('../../src/protocol/protocol').Command} command */
  send(command) {
    this.#write(1, Buffer.from(JSON.stringify(command)));
  }

  close() {
    this.socket.destroy();
  }

  /** @param {number} kind @param {Buffer} text */
  #write(kind, text) {
    const mask = randomBytes(4);
    const long = text.length > 125;
    const head = Buffer.alloc(long ? 4 : 2);
    head[0] = 0x80 | kind;
    head[1] = 0x80 | (long ? 126 : text.length);
    if (long) head.writeUInt16BE(text.length, 2);
    this.socket.write(Buffer.concat([head, mask, text.map((byte, at) => byte ^ mask[at % 4])]));
  }

  /** @param {Buffer} bytes */
  #read(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const rest = this.#rest;
      if (rest.length < 2) return;
      const short = rest[1] & 0x7f;
      const start = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (rest.length < start) return;
      const length = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short;
      if (rest.length < start + length) return;
      const [kind, last] = [rest[0] & 0xf, (rest[0] & 0x80) !== 0];
      const body = rest.subarray(start, start + length);
      this.#rest = rest.subarray(start + length);
      if (kind === 9) this.#write(10, body);
      if (kind === 8) return this.close();
      if (kind > 1) continue;
      this.#begun += body.toString();
      if (!last) continue;
      const text = this.#begun;
      this.#begun = '';
      this.emit('message', JSON.parse(text));
    }
  }
}
