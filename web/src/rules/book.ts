// Reading a rule book: its sections, its search, and the few signs in its text.

import type { RuleBook, RuleClause } from '../protocol/protocol';

export type Section = { heading: string; clauses: RuleClause[] };

/** The clauses in which all these words occur, by section. */
export function sectionsOf(book: RuleBook, search = ''): Section[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const sections: Section[] = [];
  for (const clause of book.clauses) {
    const text = `${clause.number} ${clause.section} ${clause.text}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    if (sections.at(-1)?.heading !== clause.section) sections.push({ heading: clause.section, clauses: [] });
    sections.at(-1)!.clauses.push(clause);
  }
  return sections;
}

/** A piece of text: plain, code in backticks, or in bold. */
export type Piece = { kind: 'plain' | 'code' | 'strong'; text: string };

/** Splits a text with `code` and **bold** into pieces. */
export function pieces(text: string): Piece[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
      if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) };
      return { kind: 'plain', text: part };
    });
}
