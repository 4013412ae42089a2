import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `npm run dev` shows the client with hot reload and passes the API on to a server started with `polynya serve`.
const server = 'http://127.0.0.1:4040';

export default defineConfig({
  // Files find each other wherever the client is; the page itself is under `/`, or where the server says.
  base: './',
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { name: 'parity', include: ['tests/parity/*.test.js'] } },
    ],
  },
});
