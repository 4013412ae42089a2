// Reading a rule book: its sections, its search, and the few signs in its text.

import type { RuleBook, RuleExample, RulePart } from '../protocol/protocol';

/** A section of a book; the preface has no heading. */
export type Section = { heading: string; parts: RulePart[] };

/** What stands in a book, by section; or those parts in which all words of a search occur, without examples. */
export function sectionsOf(book: RuleBook, search = ''): Section[] {
  const words = wordsOf(search);
  const sections: Section[] = [{ heading: '', parts: [] }];
  for (const part of book.parts) {
    const last = sections.at(-1)!;
    if (part.kind === 'heading') sections.push({ heading: part.text, parts: [] });
    else if (words.length === 0 || holds(part, last.heading, words)) last.parts.push(part);
  }
  return sections.filter(({ parts }) => parts.length > 0);
}

function holds(part: RulePart, heading: string, words: readonly string[]): boolean {
  const text = textOf(part, heading).toLowerCase();
  return words.every((word) => text.includes(word)) && text !== '';
}

function textOf(part: RulePart, heading: string): string {
  switch (part.kind) {
    case 'clause':
      return `${part.number} ${heading} ${part.text}`;
    case 'paragraph':
      return part.text;
    case 'list':
      return part.points.join(' ');
    case 'table':
      return part.rows.flat().join(' ');
    default:
      return '';
  }
}

/** The words of a search, in small letters. */
export const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

/** A part of a text: found by a search, or not. */
export type Found = { text: string; found: boolean };

/** Splits a text into what a search has found in it and the rest. */
export function marked(text: string, words: readonly string[]): Found[] {
  if (words.length === 0) return [{ text, found: false }];
  const low = text.toLowerCase();
  const parts: Found[] = [];
  let from = 0;
  for (;;) {
    // Of what begins first the longest is marked.
    const hits = words.map((word) => ({ at: low.indexOf(word, from), word })).filter(({ at }) => at >= 0);
    if (hits.length === 0) break;
    const { at, word } = hits.reduce((best, hit) =>
      hit.at < best.at || (hit.at === best.at && hit.word.length > best.word.length) ? hit : best,
    );
    if (at > from) parts.push({ text: text.slice(from, at), found: false });
    from = at + word.length;
    parts.push({ text: text.slice(at, from), found: true });
  }
  return from < text.length ? [...parts, { text: text.slice(from), found: false }] : parts;
}

/** What an example is of: `polar-dare, 2 seats, {"turn_limit":3}`. */
export function headOf({ game, seats, options }: RuleExample): string {
  const written = JSON.stringify(options);
  return `${game}, ${seats} ${seats === 1 ? 'seat' : 'seats'}${written === '{}' ? '' : `, ${written}`}`;
}

/** The page on which an example can be tried. */
export const tryLink = (game: string, example: number) => `/try/${game}?example=${example}`;

/** A piece of text: plain, code in backticks, in bold, or stressed. */
export type Piece = { kind: 'plain' | 'code' | 'strong' | 'stress'; text: string };

/** Splits a text with `code`, **bold** and *stressed* words into pieces. */
export function pieces(text: string): Piece[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
      if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) };
      if (part.length > 2 && part.startsWith('*') && part.endsWith('*'))
        return { kind: 'stress', text: part.slice(1, -1) };
      return { kind: 'plain', text: part };
    });
}
