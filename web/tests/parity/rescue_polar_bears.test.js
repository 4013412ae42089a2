// In Rescue Polar Bears, taps and keys on the map, the buttons of the tray and the dock's End reach exactly what is legal.

import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { fleeing, stops, tap, tray } from '../../src/games/rescue_polar_bears/gestures';
import { HEXES } from '../../src/games/rescue_polar_bears/layout';
import Tray from '../../src/games/rescue_polar_bears/Tray.svelte';
import { spoken } from './printed';
import { COUNT, lists, positions, reached, words } from './positions';

/** What the tray draws as buttons; while it asks who flees, it waits for that answer first. */
function buttons(view, choices, selection) {
  return fleeing(choices).length > 1 && !selection ? [] : tray(view, choices, selection);
}

test('rescue-polar-bears', { timeout: 0 }, async () => {
  let count = 0;
  const asked = new Set();
  for await (const { view, seats, options } of positions('rescue-polar-bears')) {
    asked.add(view.ask);
    for (const choices of seats.flatMap(({ choices }) => lists(choices, count))) {
      const kinds = fleeing(choices);
      const first = kinds.length > 1 ? kinds.map((bear) => ({ bear })) : [];
      const taps = (places) => (selection) => places(selection).map((hex) => tap(view, choices, selection, hex));
      const dock = choices.filter(({ action }) => action.action === 'end');
      const beside = (selection) => [...dock, ...buttons(view, choices, selection)];
      const told = JSON.stringify({ view, options });
      expect(
        reached(
          taps(() => HEXES),
          beside,
          first,
        ),
        told,
      ).toEqual(words(choices));
      expect(
        reached(
          taps((selection) => stops(view, choices, selection)),
          beside,
          first,
        ),
        told,
      ).toEqual(words(choices));
      if (count % 20 === 0)
        prints(
          view,
          choices,
          taps(() => HEXES),
          first,
        );
    }
    if (seats.length === 0) expect(view.ask).toBe('over');
    count += 1;
  }
  expect(count).toBe(COUNT);
  const questions = [
    'act',
    'collect',
    'upgrade',
    'card',
    'remove',
    'lift',
    'flee',
    'place',
    'board',
    'grow',
    'alert',
    'over',
  ];
  // Some questions are rare.
  const rare = COUNT >= 10_000 ? [] : ['remove'];
  expect([...asked].filter((question) => !questions.includes(question))).toEqual([]);
  const missing = questions.filter((question) => !asked.has(question) && !rare.includes(question));
  if (COUNT >= 1000) expect(missing).toEqual([]);
});

const NO_ROLLS = { extra: 0, blueTold: [], redTold: [] };

/** The tray draws a button for each of these choices and for no other one. */
function prints(view, choices, taps, first) {
  const selections = [undefined, ...first, ...taps(undefined).flatMap(({ selection }) => selection ?? [])];
  for (const selection of selections) {
    const { body } = render(Tray, { props: { view, choices, selection, lying: NO_ROLLS, onact() {}, onselect() {} } });
    const printed = spoken(body);
    const offered = buttons(view, choices, selection).map(({ label }) => label);
    expect(printed.length).toBe(offered.length);
    // A button may say more: a short name before it, what it costs after it.
    printed.forEach((label, index) => expect(label).toContain(offered[index]));
  }
}
