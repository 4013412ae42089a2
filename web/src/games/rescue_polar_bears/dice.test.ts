import { describe, expect, test } from 'vitest';
import type { Logged } from '../../protocol/protocol';
import { blueReason, redReason, rolls } from './dice';

const entry = (turn: number, step: string, ...told: string[]): Logged => ({ at: 0, turn, step, told });

describe('dice and their reasons come from the steps', () => {
  const warm = entry(2, '* d20 4', 'The blue die shows 4.', 'Nobody grows or breeds: the red die counts 2 more.');
  const hot = entry(2, '* d6 5', 'The red die shows 5 and counts 2 more: the temperature is 15.', 'Ice 13 on e2 melts.');

  const next = { stage: 'action', turns: 3 } as const;

  test('a turn that was told step by step, as a replay has it', () => {
    const lying = rolls(next, [entry(2, '1 end', 'Polaris ends its actions.'), warm, hot, entry(3, '2 sail e4', 'Polaris sails to e4.')]);
    expect([lying.blue, lying.red, lying.extra]).toEqual([4, 5, 2]);
    expect(blueReason(lying)).toBe('Blue 4: Nobody grows or breeds: the red die counts 2 more.');
    expect(redReason(lying)).toBe('Red 5 and counts 2 more: the temperature is 15. Ice 13 on e2 melts.');
  });

  test('all told at the last step, as a table tells it', () => {
    const lying = rolls(next, [entry(2, '1 end'), entry(2, '* d20 4'), entry(2, '* d6 5', ...warm.told, ...hot.told)]);
    expect(redReason(lying)).toContain('the temperature is 15');
    expect(blueReason(lying)).toContain('Nobody grows');
  });

  test('a new blue die takes the red one of the last turn away', () => {
    const lying = rolls({ stage: 'growth', turns: 3 }, [warm, hot, entry(3, '* d20 9', 'The blue die shows 9.', '2 cubs are born on ice 9 at h3.')]);
    expect(lying.red).toBeUndefined();
    expect(lying.extra).toBe(0);
    expect(redReason(lying)).toBe('');
    expect(blueReason(lying)).toBe('Blue 9: 2 cubs are born on ice 9 at h3.');
  });

  test('a turn without a blue die shows none of an earlier turn', () => {
    const lying = rolls({ stage: 'heat', turns: 3 }, [warm, hot, entry(3, '* d6 1', 'The red die shows 1: the temperature is 9.')]);
    expect([lying.blue, lying.red]).toEqual([undefined, 1]);
    expect(redReason(lying)).toBe('Red 1: the temperature is 9.');
  });

  test('when the next dice are due, those of the last turn are taken up', () => {
    expect(rolls({ stage: 'growth', turns: 3 }, [warm, hot, entry(3, '1 end')]).blue).toBeUndefined();
    expect(rolls({ stage: 'growth', turns: 2 }, [warm]).blue).toBe(4);
  });

  test('before the first dice nothing lies there', () => {
    expect(rolls(next, [entry(0, '* position e2', 'Data lies on e2.')])).toEqual({ extra: 0, blueTold: [], redTold: [] });
  });
});
