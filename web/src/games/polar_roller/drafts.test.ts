import { describe, expect, test } from 'vitest';
import type { PolarRollerEvent } from '../../protocol/events';
import type { SeatInfo } from '../../protocol/protocol';
import type { PolarRollerView, RollerSheet } from '../../protocol/views';
import { steps as entries } from '../../table/steps.support';
import { settle } from './drafts';

const sheet = (on: RollerSheet['on'], total: number, busy: boolean): RollerSheet =>
  ({ on, score: { total }, ...(busy ? { busy } : {}) }) as RollerSheet;
const view = (sheets: Record<number, RollerSheet>): PolarRollerView =>
  ({ round: 4, phase: 'draw', holder: 1, sheets }) as PolarRollerView;
const seats = [
  { seat: 1, yours: true },
  { seat: 2, yours: false },
] as SeatInfo[];

const fallen = view({ 1: sheet({ bt: 'melted' }, 5, true), 2: sheet({ bt: 'melted', '7': 'penguin' }, 6, true) });
const drawn = view({
  1: sheet({ bt: 'melted', '3': 'penguin' }, 6, true),
  2: sheet({ bt: 'melted', '7': 'penguin', b: 'orca' }, 9, true),
});
const number = { number: 4, borrowed: false };
const events: Record<string, PolarRollerEvent> = {
  'penguin 3': { event: 'penguin', seat: 1, cliff: 3, ...number, fish: false },
  'orca b': { event: 'orca', seat: 2, pool: 'b', ...number },
};
const steps = entries('2 done', '* dice 2 3', '1 penguin 3', '2 take left 1', '2 orca b').map((entry) => ({
  ...entry,
  turn: 3,
  events: events[entry.words] ? [events[entry.words]!] : [],
}));

describe('drafts of others', () => {
  test('a busy sheet of another seat stands as when the dice fell, the own one as it is', () => {
    const shown = settle(drawn, fallen, seats, steps);
    expect(shown.sheets[2]).toEqual(fallen.sheets[2]);
    expect(shown.sheets[1]).toEqual(drawn.sheets[1]);
  });

  test('who is done shows everything', () => {
    const done = view({ ...drawn.sheets, 2: sheet({ b: 'orca' }, 9, false) });
    expect(settle(done, fallen, seats, steps)).toEqual(done);
  });

  test('after a reload in mid-phase the steps say what is new', () => {
    const shown = settle(drawn, drawn, seats, steps);
    expect(shown.sheets[2]?.on).toEqual({ bt: 'melted', '7': 'penguin' });
    expect(shown.sheets[1]).toEqual(drawn.sheets[1]);
  });

  test('a view of another phase is not taken for the beginning of this one', () => {
    expect(settle(drawn, { ...fallen, phase: 'melt' }, seats, steps)).toBe(drawn);
  });
});
