// Polar Roller, as the table knows it.

import type { Drawing } from '../drawing';
import type { PolarRollerView } from '../../protocol/views';
import Board from './Board.svelte';
import { settle } from './drafts';
import Panel from './Panel.svelte';
import { chips, clause, gauges, prompt } from './words';

const polarRoller: Drawing<PolarRollerView> = { Board, Panel, prompt, clause, chips, gauges, settle };

export default polarRoller;
