// What a component prints, read from its HTML.

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** @param {string} text */
const plain = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]);

/**
 * The spoken names of all elements of this kind; empty for those without one.
 * @param {string} html
 * @param {string} tag
 */
export function labels(html, tag) {
  const opened = [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))];
  return opened.map(([, attributes]) => plain(/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? ''));
}

/** What buttons say aloud that have more to say than stands on them. @param {string} html */
export function spoken(html) {
  return [...html.matchAll(/<span class="hidden-text[^"]*">([^<]*)<\/span>/g)].map(([, words]) => plain(words));
}

/** The text without its tags, spaces as they are read. @param {string} html */
export function text(html) {
  return plain(html.replace(/<!--.*?-->/gs, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The texts of the cells of its tables. @param {string} html */
export function cells(html) {
  return [...html.matchAll(/<td\b[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => text(cell));
}
