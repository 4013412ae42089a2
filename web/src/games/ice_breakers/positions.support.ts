// Positions for tests, each with the chart of its map as the server sends it.

import type { IceBreakersView } from '../../protocol/views';
import charts from './charts.test.json';
import positions from './positions.test.json';

export type Position = { name: string; view: IceBreakersView; legal: Record<string, string[]> };

const CHARTS = charts as unknown as Record<string, IceBreakersView['chart']>;

export const POSITIONS: readonly Position[] = (positions as unknown as Position[]).map(({ view, ...rest }) => ({
  ...rest,
  view: { ...view, chart: CHARTS[view.map]! },
}));
