import { expect, test } from 'vitest';
import { iceBreakersAction } from '../../table/actions.support';
import { planned } from './plan';

test('ice and ships have the numbers of their steps, cards have no place', () => {
  const actions = ['power 10', 'clear h2h1.1', 'move 4 h2h1.1', 'move 4 h4', 'end'].map(iceBreakersAction);
  expect(planned(actions)).toEqual([
    { place: 'h2h1.1', numbers: [2, 3] },
    { place: 'h4', numbers: [4] },
  ]);
});
