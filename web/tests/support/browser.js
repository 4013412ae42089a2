// The real browser, and the people in front of it: each has a profile, a screen and a page of their own.

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

export const PHONE = { width: 360, height: 640 };
export const TABLET = { width: 768, height: 1024 };
export const LAPTOP = { width: 1366, height: 768 };

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser; every file of tests has one. */
export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/**
 * Somebody with a browser. What their page complains about and whom it asks is written down.
 * @typedef {import('playwright-core').Page} Page
 */
export class Person {
  /** What the console said that it should not say. @type {string[]} */
  complaints = [];
  /** How often they tapped or clicked. */
  taps = 0;
  /** The addresses of everything that was asked for. @type {string[]} */
  requests = [];

  /**
   * @param {import('playwright-core').BrowserContext} context
   * @param {Page} page
   * @param {string} home the address of the first page
   * @param {boolean} touch has the screen no mouse?
   */
  constructor(context, page, home, touch) {
    this.context = context;
    this.page = page;
    this.home = home;
    this.touch = touch;
    context.on('request', (request) => this.requests.push(request.url()));
    this.#listen(page);
    context.on('page', (other) => this.#listen(other));
  }

  /**
   * @param {import('playwright-core').Browser} browser
   * @param {{ url: string }} server
   * @param {import('playwright-core').BrowserContextOptions & { name?: string, folded?: boolean, pace?: string, tips?: boolean }} options
   *   `folded` is somebody who has not unfolded the list of moves; `pace` says how fast they see others move: at once,
   *   unless they say so; `tips` is somebody who plays for the first time
   */
  static async come(
    browser,
    server,
    { name, folded = false, pace = 'off', tips = false, viewport = LAPTOP, ...options } = {},
  ) {
    const hasTouch = viewport.width < 600;
    const context = await browser.newContext({ viewport, hasTouch, baseURL: server.url, ...options });
    context.setDefaultTimeout(30_000);
    // An empty page has no storage; what was chosen since stays.
    await context.addInitScript(
      ({ name, folded, pace, tips }) => {
        if (location.protocol !== 'http:') return;
        if (name) localStorage.setItem('polynya.name', name);
        if (!folded && !localStorage.getItem('polynya.moves')) localStorage.setItem('polynya.moves', 'open');
        if (!localStorage.getItem('polynya.pace')) localStorage.setItem('polynya.pace', pace);
        if (!tips && !localStorage.getItem('polynya.tips')) localStorage.setItem('polynya.tips', 'off');
      },
      { name, folded, pace, tips },
    );
    return new Person(context, await context.newPage(), server.url, hasTouch);
  }

  /**
   * Puts a finger on something, or clicks it where there is a mouse.
   * @param {import('playwright-core').Locator} what
   * @param {{ force?: boolean, timeout?: number, position?: { x: number, y: number } }} how
   */
  tap(what, how = {}) {
    this.taps += 1;
    return this.touch ? what.tap(how) : what.click(how);
  }

  /**
   * Opens a table with settings that the page has no fields for, as this person, and goes there.
   * @param {object} table
   */
  async open(table) {
    const answer = await this.context.request.post('/api/tables', {
      data: { name: 'Host', ...table },
      headers: { origin: this.home },
    });
    const said = await answer.json();
    assert.equal(answer.status(), 201, JSON.stringify(said));
    await this.page.goto(`/t/${said.code}`);
    return said.code;
  }

  /** Fails if the page complained or asked anybody but its own server. */
  isContent() {
    assert.deepEqual(this.complaints, [], 'the console is quiet');
    const own = new URL(this.home).host;
    const foreign = this.requests.filter((url) => !/^(data|blob):/.test(url) && new URL(url).host !== own);
    assert.deepEqual(foreign, [], 'nobody else is asked for anything');
  }

  /** Fails if a page gave a connection up and tried again: every submission was answered in time. */
  neverLost() {
    const sockets = this.requests.filter((url) => new URL(url).pathname.endsWith('/socket'));
    assert.equal(sockets.length, new Set(sockets).size, `each connection was opened once: ${sockets.join(', ')}`);
    assert.notEqual(sockets.length, 0, 'there was a connection');
  }

  leave() {
    return this.context.close();
  }

  /** @param {Page} page */
  #listen(page) {
    page.on('console', (message) => {
      // A value that is read once more while its part of the page goes away is stale for nobody; Svelte mentions it.
      if (message.text().includes('svelte.dev/e/derived_inert')) return;
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('websocket', (socket) => this.requests.push(socket.url().replace(/^ws/, 'http')));
  }
}
