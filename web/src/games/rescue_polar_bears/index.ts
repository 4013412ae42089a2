// Rescue Polar Bears, as the table knows it.

import type { RescueAction } from '../../protocol/actions';
import type { RescueEvent } from '../../protocol/events';
import type { RescueView } from '../../protocol/views';
import type { Drawing } from '../drawing';
import Board from './Board.svelte';
import Panel from './Panel.svelte';
import { sign } from './story';
import { thingsAt } from './things';

const rescuePolarBears: Drawing<RescueView, RescueAction, RescueEvent> = { Board, Panel, sign, thingsAt };

export default rescuePolarBears;
