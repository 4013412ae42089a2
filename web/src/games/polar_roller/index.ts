// Polar Roller, as the table knows it.

import type { PolarRollerAction } from '../../protocol/actions';
import type { PolarRollerEvent } from '../../protocol/events';
import type { PolarRollerView } from '../../protocol/views';
import type { Drawing } from '../drawing';
import Board from './Board.svelte';
import Panel from './Panel.svelte';
import { sign } from './story';
import { thingsAt } from './things';

const polarRoller: Drawing<PolarRollerView, PolarRollerAction, PolarRollerEvent> = { Board, Panel, sign, thingsAt };

export default polarRoller;
