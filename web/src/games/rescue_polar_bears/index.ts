// Rescue Polar Bears, as the table knows it.

import type { RescueAction } from '../../protocol/actions';
import type { RescueEvent } from '../../protocol/events';
import type { RescueView } from '../../protocol/views';
import type { Drawing } from '../drawing';
import Board from './Board.svelte';
import Panel from './Panel.svelte';
import { thingsAt } from './things';

const rescuePolarBears: Drawing<RescueView, RescueAction, RescueEvent> = { Board, Panel, thingsAt };

export default rescuePolarBears;
