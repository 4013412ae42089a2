// Rescue Polar Bears, as the table knows it.

import type { RescueAction } from '../../protocol/actions';
import type { RescueEvent } from '../../protocol/events';
import type { RescueView } from '../../protocol/views';
import type { Drawing } from '../drawing';
import Board from './Board.svelte';
import { forecast } from './danger';
import Panel from './Panel.svelte';

const rescuePolarBears: Drawing<RescueView, RescueAction, RescueEvent> = { Board, Panel, forecast };

export default rescuePolarBears;
