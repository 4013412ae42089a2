// Rescue Polar Bears, as the table knows it.

import type { Drawing } from '../drawing';
import type { RescueView } from '../../protocol/views';
import Board from './Board.svelte';
import { forecast, gauges } from './danger';
import Panel from './Panel.svelte';
import { chips, clause, prompt } from './words';

const rescuePolarBears: Drawing<RescueView> = { Board, Panel, prompt, clause, chips, forecast, gauges };

export default rescuePolarBears;
