import { describe, expect, test } from 'vitest';
import type { RescueEvent } from '../../protocol/events';
import type { Entry } from '../drawing';
import { steps } from '../../table/steps.support';
import { rolls } from './dice';

/** A step with what happened in it, each event with its sentence. */
const entry = (turn: number, step: string, ...happened: [RescueEvent, string][]): Entry<RescueEvent> => ({
  ...steps(step)[0]!,
  turn,
  events: happened.map(([event]) => event),
  told: happened.map(([, text]) => text),
});

describe('dice and their reasons come from the steps', () => {
  const warm = entry(
    2,
    '* d20 4',
    [{ event: 'blue_die', number: 4 }, 'The blue die shows 4.'],
    [{ event: 'warmer', extra: 2 }, 'Nobody grows or breeds: the red die counts 2 more.'],
  );
  const hot = entry(
    2,
    '* d6 5',
    [
      { event: 'red_die', pips: 5, extra: 2, from: 8, to: 15 },
      'The red die shows 5 and counts 2 more: the temperature is 15.',
    ],
    [{ event: 'melting', number: 13, hex: 'e2' }, 'Ice 13 on e2 melts.'],
    [{ event: 'fled', bear: 'm', from: 'e2', to: 'e3' }, 'A male flees from e2 to e3.'],
  );

  const next = { stage: 'action', turns: 3 } as const;

  test('a turn that was told step by step', () => {
    const lying = rolls(next, [
      entry(2, '1 end', [{ event: 'actions_ended', ship: 'polaris', unused: 0 }, 'Polaris ends its actions.']),
      warm,
      hot,
      entry(3, '2 sail e4', [{ event: 'sailed', ship: 'polaris', from: 'e5', to: 'e4' }, 'Polaris sails to e4.']),
    ]);
    expect([lying.blue, lying.red, lying.extra]).toEqual([4, 5, 2]);
    expect(lying.blueTold).toEqual(warm.told);
    expect(lying.redTold).toEqual(hot.told.slice(0, 2));
  });

  test('what the blue die adds is known before the red one falls', () => {
    expect(rolls({ stage: 'heat', turns: 2 }, [warm])).toMatchObject({ blue: 4, extra: 2 });
  });

  test('a new blue die takes the red one of the last turn away', () => {
    const lying = rolls({ stage: 'growth', turns: 3 }, [
      warm,
      hot,
      entry(
        3,
        '* d20 9',
        [{ event: 'blue_die', number: 9 }, 'The blue die shows 9.'],
        [{ event: 'born', number: 9, hex: 'h3', count: 2, stay: 2 }, '2 cubs are born on ice 9 at h3.'],
      ),
    ]);
    expect(lying.red).toBeUndefined();
    expect(lying.extra).toBe(0);
    expect(lying.redTold).toEqual([]);
    expect(lying.blueTold).toEqual(['The blue die shows 9.', '2 cubs are born on ice 9 at h3.']);
  });

  test('a turn without a blue die shows none of an earlier turn', () => {
    const lying = rolls({ stage: 'heat', turns: 3 }, [
      warm,
      hot,
      entry(3, '* d6 1', [
        { event: 'red_die', pips: 1, extra: 0, from: 8, to: 9 },
        'The red die shows 1: the temperature is 9.',
      ]),
    ]);
    expect([lying.blue, lying.red]).toEqual([undefined, 1]);
    expect(lying.redTold).toEqual(['The red die shows 1: the temperature is 9.']);
  });

  test('when the next dice are due, those of the last turn are taken up', () => {
    expect(rolls({ stage: 'growth', turns: 3 }, [warm, hot, entry(3, '1 end')]).blue).toBeUndefined();
    expect(rolls({ stage: 'growth', turns: 2 }, [warm]).blue).toBe(4);
  });

  test('before the first dice nothing lies there', () => {
    expect(rolls(next, [entry(0, '* position e2', [{ event: 'data_placed', hex: 'e2' }, 'Data lies on e2.'])])).toEqual(
      {
        extra: 0,
        blueTold: [],
        redTold: [],
      },
    );
  });
});
