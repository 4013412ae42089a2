// Polar Dare! and its piecepack port, as the table knows them.

import type { Drawing } from '../drawing';
import type { FloesView } from '../../protocol/views';
import Board from './Board.svelte';
import Panel from './Panel.svelte';
import { gauges } from './names';
import { forecast } from './reach';
import { chips, clause, prompt } from './words';

const floes: Drawing<FloesView> = { Board, Panel, prompt, clause, chips, forecast, gauges };

export default floes;
