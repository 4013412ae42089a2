// On the floes, taps and keys reach exactly what is legal.

import { expect, test } from 'vitest';
import { stops, tap, targets, ways } from '../../src/games/floes/gestures';
import { rows } from '../../src/games/floes/layout';
import { COUNT, lists, positions, reached, words } from './positions';

test.each(['polar-dare', 'piecepack-dare'])('%s', { timeout: 0 }, async (game) => {
  let count = 0;
  for await (const { view, seats, options } of positions(game)) {
    for (const choices of seats.flatMap(({ choices }) => lists(choices, count))) {
      const alive = (selection) => (targets(ways(view, choices), selection).length > 0 ? selection : undefined);
      const taps = (places) => (selection) =>
        places(alive(selection)).map((spot) => tap(view, choices, alive(selection), spot));
      const all = rows(view).flat();
      const told = JSON.stringify({ view, options });
      expect(
        reached(
          taps(() => all),
          () => [],
        ),
        told,
      ).toEqual(words(choices));
      expect(
        reached(
          taps((selection) => stops(view, choices, selection).concat(selection?.at ?? [])),
          () => [],
        ),
        told,
      ).toEqual(words(choices));
    }
    if (seats.length === 0) expect(view.stage).toBe('over');
    count += 1;
  }
  expect(count).toBe(COUNT);
});
