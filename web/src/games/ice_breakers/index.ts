// Ice Breakers to the Rescue, as the table knows it.

import type { Drawing } from '../drawing';
import type { IceBreakersView } from '../../protocol/views';
import Board from './Board.svelte';
import Panel from './Panel.svelte';
import { forecast, gauges } from './names';
import { chips, clause, prompt } from './words';

const iceBreakers: Drawing<IceBreakersView> = { Board, Panel, prompt, clause, chips, forecast, gauges };

export default iceBreakers;
