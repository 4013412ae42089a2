import { describe, expect, test } from 'vitest';
import type { RescueView } from '../../protocol/views';
import { rescueAction } from '../../table/actions.support';
import { centre } from './layout';
import { planned } from './plan';

const view = {
  tiles: { e4: '7' },
  bears: { e4: 'mf' },
  ship: 1,
  ships: { 1: { word: 'breeze-dragon', hex: 'e6' } },
} as unknown as RescueView;

describe('a plan on the sea', () => {
  test('each step has its number at its hex, two at one hex stand together', () => {
    const { marks } = planned(view, ['sail e5', 'load m e4', 'load f e4', 'end'].map(rescueAction));
    expect(marks).toEqual([
      { hex: 'e5', numbers: [1] },
      { hex: 'e4', numbers: [2, 3] },
    ]);
  });

  test('the ship’s way begins where it is', () => {
    expect(planned(view, ['sail e5', 'sail f5'].map(rescueAction)).way).toEqual(['e6', 'e5', 'f5'].map(centre));
    expect(planned(view, ['load m e4'].map(rescueAction)).way).toEqual([]);
    expect(planned(view, ['sail e5', 'sail f5', 'sail e6'].map(rescueAction), true).way).toEqual(
      ['e5', 'f5', 'e6'].map(centre),
    );
  });
});
