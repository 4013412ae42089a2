// In Ice Breakers, taps and keys on the map, the cards, the tray and the list of ways reach exactly what is legal.

import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { alive, deeds, stops, tap, tapCard, tray, wayRows } from '../../src/games/ice_breakers/gestures';
import Hands from '../../src/games/ice_breakers/Hands.svelte';
import { chartOf, order } from '../../src/games/ice_breakers/layout';
import { sorted } from '../../src/games/ice_breakers/names';
import Tray from '../../src/games/ice_breakers/Tray.svelte';
import { labels } from './printed';
import { COUNT, lists, positions, reached, words } from './positions';

test('ice-breakers', { timeout: 0 }, async () => {
  let count = 0;
  let helpers = 0;
  for await (const { view, seats, options } of positions('ice-breakers')) {
    for (const { seat, choices } of seats.flatMap(({ seat, choices }) =>
      lists(choices, count).map((choices) => ({ seat, choices })),
    )) {
      const all = deeds(choices);
      const hand = sorted(view.hands[seat]).map(([card]) => card);
      const taps = (places) => (picked) => {
        const selection = alive(all, picked);
        const onMap = places(selection).map((place) => tap(view, choices, selection, place));
        return onMap.concat(hand.map((card) => tapCard(view, choices, selection, seat, card)));
      };
      const ending = all.filter(({ verb }) => verb === 'pass' || verb === 'end').map(({ choice }) => choice);
      const beside = (selection) => [...ending, ...tray(all, alive(all, selection))];
      const places = order(chartOf(view));
      const told = JSON.stringify({ view, options, seat });
      expect(
        reached(
          taps(() => places),
          beside,
        ),
        told,
      ).toEqual(words(choices));
      const at = (selection) => (selection?.kind === 'ship' ? [view.ships[selection.ship]] : []);
      expect(
        reached(
          taps((selection) => [...stops(view, choices, selection), ...at(selection)]),
          beside,
        ),
        told,
      ).toEqual(words(choices));
      expect(listed(view, choices), told).toEqual(words(choices).filter((each) => /^(move|clear) /.test(each)));
      if (count % 20 === 0) prints(view, seat, all, taps(() => places)(undefined));
      if (seat !== view.seat) helpers += 1;
    }
    if (seats.length === 0) expect(view.stage).toBe('over');
    count += 1;
  }
  expect(count).toBe(COUNT);
  expect(helpers).toBeGreaterThan(COUNT / 10);
});

/** What the list of ways offers. */
function listed(view, choices) {
  const { rows, rest } = wayRows(view, choices);
  const inRows = rows.flatMap(({ ice, home, moves }) => [
    ...ice.map(({ choice }) => choice),
    home,
    ...moves.map(({ choice }) => choice),
  ]);
  const all = [...inRows, ...rest.map(({ choice }) => choice)].filter((choice) => choice !== undefined);
  return words(new Set(all));
}

/** The tray draws a button for each of its choices, and every card of the own hand is a button. */
function prints(view, seat, all, answers) {
  const seats = Object.keys(view.hands).map((number) => ({
    seat: Number(number),
    yours: Number(number) === seat,
    name: `Seat ${number}`,
    player: '',
  }));
  const { body } = render(Hands, { props: { view, seats, all, selection: undefined, oncard() {} } });
  expect(labels(body, 'button')).toHaveLength(sorted(view.hands[seat]).length);
  for (const { selection } of answers) {
    if (!selection) continue;
    const { body } = render(Tray, { props: { view, seats, all, selection, onact() {}, onclose() {} } });
    const offered = [...tray(all, selection).map(({ label }) => label), 'Drop the selection'];
    const printed = labels(body, 'button');
    expect(printed.length).toBe(offered.length);
    // A button may say more: a short name before it, what it costs after it.
    printed.forEach((label, index) => expect(label).toContain(offered[index]));
  }
}
