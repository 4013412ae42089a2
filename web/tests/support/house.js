// A server and a browser for the tests of one file.

import { after, before } from 'node:test';
import { launch } from './browser.js';
import { Server } from './server.js';

/** The server; there once the tests of the file begin. @type {Server} */
export let server;
/** The browser; there once the tests of the file begin. @type {import('playwright-core').Browser} */
export let browser;

/**
 * Opens both before the tests of this file, and closes them after.
 *
 * @param {{ flags?: string[], first?: () => Promise<void> }} house what the server is told, and what happens in the
 *   house before the first test
 */
export function openHouse({ flags = [], first } = {}) {
  before(async () => {
    [server, browser] = await Promise.all([Server.start(...flags), launch()]);
    await first?.();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}
