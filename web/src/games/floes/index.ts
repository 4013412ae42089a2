// Polar Dare! and its piecepack port, as the table knows them.

import type { FloesAction } from '../../protocol/actions';
import type { FloesEvent } from '../../protocol/events';
import type { FloesView } from '../../protocol/views';
import type { Drawing } from '../drawing';
import Board from './Board.svelte';
import Panel from './Panel.svelte';
import { sign } from './story';
import { thingsAt } from './things';

const floes: Drawing<FloesView, FloesAction, FloesEvent> = { Board, Panel, sign, thingsAt };

export default floes;
