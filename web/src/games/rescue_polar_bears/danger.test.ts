import { expect, test } from 'vitest';
import type { RescueView } from '../../protocol/views';
import { forecast, percent } from './danger';

const view = {
  ask: 'act',
  alert: 13,
  tiles: { e2: '13' },
  bears: { e2: 'mf' },
  helicopters: 6,
  danger: { falls: 120, melts: 40, lost: [0, 6], sinks: [0, 2], births: { 14: [1, 1] } },
} as unknown as RescueView;

test('the danger of a turn is told in sentences', () => {
  const text = forecast(view);
  expect(text).toContain('Ice 13 on e2 (1 male, 1 female) melts: 33 %.');
  expect(text).toContain('0 to 2 bears can sink; 6 helicopters left.');
  expect(text).toContain('Lost in this turn: 0 %, with bad choices 5 %.');
  expect(text).toContain('Newborn cubs find no ice: 1 sinks with blue 14.');
});

test('what is possible is not rounded to never, what is not certain not to always', () => {
  expect([percent(0, 900), percent(1, 900), percent(899, 900), percent(900, 900)]).toEqual([
    '0 %',
    '1 %',
    '99 %',
    '100 %',
  ]);
});
