import { afterEach, describe, expect, it, vi } from 'vitest';

const files: Record<string, string> = import.meta.glob('./**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The module on a page that the server has put under a path. */
async function under(prefix: string) {
  vi.stubGlobal('document', { documentElement: { dataset: { prefix } } });
  vi.resetModules();
  return import('./base');
}

describe('where the client is', () => {
  it('adds the prefix to paths and takes it off addresses', async () => {
    const { at, pathIn } = await under('/polynya');
    expect([at('/'), at('/t/x')]).toEqual(['/polynya/', '/polynya/t/x']);
    expect(['/polynya', '/polynya/', '/polynya/t/x', '/polynyax', '/'].map(pathIn)).toEqual([
      '/',
      '/',
      '/t/x',
      null,
      null,
    ]);
  });

  it('leaves everything as it is without one', async () => {
    const { at, pathIn } = await under('');
    expect([at('/t/x'), pathIn('/'), pathIn('/t/x')]).toEqual(['/t/x', '/', '/t/x']);
  });

  it('is asked for every address in the markup', () => {
    const bare = Object.entries(files).filter(([, text]) => /\b(href|src|action)=("\/|\{[`']\/)/.test(text));
    expect(Object.keys(files).length).toBeGreaterThan(50);
    expect(bare).toEqual([]);
  });
});
