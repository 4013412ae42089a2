// Ice Breakers to the Rescue, as the table knows it.

import type { IceBreakersAction } from '../../protocol/actions';
import type { IceBreakersEvent } from '../../protocol/events';
import type { IceBreakersView } from '../../protocol/views';
import type { Drawing } from '../drawing';
import Board from './Board.svelte';
import Panel from './Panel.svelte';
import { sign } from './story';
import { thingsAt } from './things';

const iceBreakers: Drawing<IceBreakersView, IceBreakersAction, IceBreakersEvent> = { Board, Panel, sign, thingsAt };

export default iceBreakers;
