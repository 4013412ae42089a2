// The drawing of every game that has none of its own: the position in words.

import type { Drawing } from '../drawing';
import PlainPanel from './PlainPanel.svelte';
import WordsBoard from './WordsBoard.svelte';

/** The position as the engine describes it, line by line. */
export type WordsView = { words: string };

const plain: Drawing<WordsView> = {
  Board: WordsBoard,
  Panel: PlainPanel,
  // The first line of every description says whose turn it is and what for.
  prompt: ({ words }) => words.split('\n', 1)[0] ?? '',
  clause: () => '',
  chips: (options) =>
    Object.entries(options).flatMap(([name, value]) => {
      const spoken = name.replaceAll('_', ' ');
      if (value === false || value === null) return [];
      return value === true ? [spoken] : [`${spoken} ${String(value)}`];
    }),
};

export default plain;
