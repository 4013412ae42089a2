// Steps for tests, written as records have them.

import type { LogEntry } from '../protocol/protocol';

/** Entries of a log from steps `WHO WORDS`. */
export function steps(...texts: string[]): LogEntry[] {
  return texts.map((text, at) => {
    const [, who = '', words = ''] = /^(\S+) (.*)$/.exec(text) ?? [];
    return { at, turn: 0, ...(who === '*' ? {} : { seat: Number(who) }), words, told: [], events: [] };
  });
}
