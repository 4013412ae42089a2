// Typed moves: what a person means by the words that they typed.

import type { Choice } from '../games/drawing';
import type { ActionWords } from '../protocol/protocol';

/** What typed words mean: an action, one that the rules may refuse, or nothing that the game knows. */
export type Meaning =
  { kind: 'act'; choice: Choice } | { kind: 'ask'; words: string } | { kind: 'nonsense'; near: Choice[] };

/** What these words mean now. */
export function understand(text: string, choices: readonly Choice[], dictionary: readonly ActionWords[]): Meaning {
  const words = tidy(text);
  const exact = choices.find((choice) => choice.words === words || tidy(choice.label) === words);
  if (exact) return { kind: 'act', choice: exact };
  if (dictionary.some((known) => known.words === words)) return { kind: 'ask', words };
  const near = completions(text, choices, 3);
  const only = completions(text, choices, 2);
  if (words !== '' && only.length === 1) return { kind: 'act', choice: only[0]! };
  return { kind: 'nonsense', near: near.length > 0 ? near : choices.slice(0, 3) };
}

/** Legal actions whose words begin like this, or in which all these words occur. */
export function completions(text: string, choices: readonly Choice[], most = 8): Choice[] {
  const words = tidy(text);
  if (words === '') return choices.slice(0, most);
  const begins = choices.filter((choice) => choice.words.startsWith(words));
  const parts = words.split(' ');
  const holds = choices.filter((choice) => {
    const whole = tidy(`${choice.words} ${choice.label}`);
    return !begins.includes(choice) && parts.every((part) => whole.includes(part));
  });
  return [...begins, ...holds].slice(0, most);
}

function tidy(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ');
}
