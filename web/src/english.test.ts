// What the client itself says is English, not program. This reads every text of the pages: it cannot see what is put
// together while they run.

import { expect, test } from 'vitest';

const sources: Record<string, string> = import.meta.glob('./**/*.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const files = Object.entries(sources).filter(([file]) => !/\.(test|support)\.ts$|^\.\/protocol\//.test(file));

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The texts of a page: what stands between its tags, and what its attributes for people say. */
function written(source: string): string[] {
  const markup = source
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '');
  const said = [...markup.matchAll(/\b(?:aria-label|title|placeholder|aria-valuetext)="([^"]*)"/g)].map(
    ([, text]) => text!,
  );
  const between = markup
    .replace(/\{[^{}]*\}/g, ' … ')
    .replace(/\{[^{}]*\}/g, ' … ')
    .replace(/<[^>]*>/g, '\n');
  return [...said.map((text) => text.replace(/\{[^{}]*\}/g, ' … ')), ...between.split('\n')].map(plain).filter(Boolean);
}

/** The sentences of a program: texts of several words. */
function spoken(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  const texts = [...code.matchAll(/'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`/g)];
  return texts
    .map(([, quoted, template]) => plain((quoted ?? template ?? '').replace(/\$\{[^{}]*\}/g, ' … ')))
    .filter((text) => /^[A-Z“…][^\s]*( [^\s]+)+/.test(text) && /[a-z]{3}/.test(text));
}

/** What is wrong with a text that people read, if anything is. */
function fault(text: string): string | undefined {
  const found =
    /\b[a-z]+_[a-z]+\b/.exec(text) ??
    /\bseats? (\d|…)/.exec(text) ??
    /\b(pars(e|ed|er)|serde|JSON|null|undefined|NaN|boolean|enum|payload|websocket|errno|stack trace)\b/i.exec(text) ??
    /\[object/.exec(text);
  return found?.[0];
}

test('there is something to read', () => {
  expect(files.length).toBeGreaterThan(150);
  const texts = files.flatMap(([file, source]) => (file.endsWith('.svelte') ? written(source) : spoken(source)));
  expect(texts.length).toBeGreaterThan(300);
});

test('no page says a program word', () => {
  const faults = files.flatMap(([file, source]) =>
    [...(file.endsWith('.svelte') ? written(source) : []), ...spoken(source)].flatMap((text) => {
      const found = fault(text);
      return found ? [`${file}: “${found}” in “${text.slice(0, 120)}”`] : [];
    }),
  );
  expect(faults).toEqual([]);
});

test('program words are found', () => {
  expect(fault('Choose pack_ice.')).toBe('pack_ice');
  expect(fault('Give it to seat 2')).toBe('seat 2');
  expect(fault('The answer could not be parsed')).toBe('parsed');
  expect(fault('Two seats are free.')).toBeUndefined();
});
