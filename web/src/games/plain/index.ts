// The drawing of every game that has none of its own: the position in words.

import type { Drawing } from '../drawing';
import PlainPanel from './PlainPanel.svelte';
import WordsBoard from './WordsBoard.svelte';

/** The position as the engine describes it, line by line. */
export type WordsView = { words: string };

const plain: Drawing<WordsView> = { Board: WordsBoard, Panel: PlainPanel };

export default plain;
