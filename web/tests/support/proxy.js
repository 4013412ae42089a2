// A small proxy before the program, as operators have one: it hands a path on to it, and answers the rest itself.

import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** What whoever asks for something else is told. */
export const OTHER_SITE = 'Another site.';

/** A proxy that hands everything under a path on to a server. */
export class Proxy {
  /** Whose addresses were handed on. @type {Set<string>} */
  forwarded = new Set();

  /**
   * @param {{ url: string }} server
   * @param {string} prefix
   */
  static async start(server, prefix) {
    const proxy = new Proxy();
    /** @param {import('node:http').IncomingMessage} asked */
    const handOn = (asked) => {
      const from = asked.socket.remoteAddress ?? '';
      proxy.forwarded.add(from);
      const headers = {
        ...asked.headers,
        'x-forwarded-for': [asked.headers['x-forwarded-for'], from].filter(Boolean).join(', '),
        'x-forwarded-proto': 'http',
      };
      return request(server.url + asked.url, { method: asked.method, headers });
    };
    proxy.http = createServer((asked, answer) => {
      if (!`${asked.url}/`.startsWith(`${prefix}/`)) return answer.writeHead(404).end(OTHER_SITE);
      const handed = handOn(asked);
      handed.on('response', (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      });
      handed.on('error', () => answer.writeHead(502).end());
      asked.pipe(handed);
    });
    proxy.http.on('upgrade', (asked, socket, first) => {
      const handed = handOn(asked);
      handed.on('upgrade', (response, other, answered) => {
        const lines = response.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]));
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
        // What came in the same packet as the question or its answer belongs to what follows.
        socket.write(answered);
        other.write(first);
        socket.pipe(other).pipe(socket);
        socket.on('error', () => other.destroy());
        other.on('error', () => socket.destroy());
      });
      handed.on('response', (response) => socket.end(`HTTP/1.1 ${response.statusCode} Refused\r\n\r\n`));
      handed.on('error', () => socket.destroy());
      handed.end();
    });
    proxy.http.listen(0, '127.0.0.1');
    await once(proxy.http, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.http.address());
    /** The address of the first page, without the slash at its end. */
    proxy.url = `http://127.0.0.1:${port}${prefix}`;
    return proxy;
  }

  async stop() {
    this.http?.closeAllConnections();
    this.http?.close();
  }
}
