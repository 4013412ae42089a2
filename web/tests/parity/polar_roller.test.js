// In Polar Roller, taps and keys on the own sheet and the buttons of the tray reach exactly what is legal.

import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { aim, offers, stops, tap, tray } from '../../src/games/polar_roller/gestures';
import { chartOf } from '../../src/games/polar_roller/layout';
import Tray from '../../src/games/polar_roller/Tray.svelte';
import { labels } from './printed';
import { COUNT, lists, positions, reached, words } from './positions';

/** What the tray draws as buttons, part by part as the turn goes on. */
function buttons(view, seat, able) {
  const { lenders, numbers, changes, done } = tray(view, seat, able);
  const sheet = view.sheets[seat];
  if (!sheet.busy) return [];
  if (view.phase === 'melt') return done ? [done] : [];
  if (!sheet.taken) return lenders.flatMap(({ dice }) => dice.flatMap(({ choice }) => choice ?? []));
  if (numbers.length === 0) return done ? [done] : [];
  return [
    ...numbers.flatMap(({ cross }) => cross ?? []),
    ...changes.flatMap(({ into }) => into.map(({ choice }) => choice)),
  ];
}

test('polar-roller', { timeout: 0 }, async () => {
  let count = 0;
  const sizes = new Set();
  for await (const { view, seats } of positions('polar-roller')) {
    sizes.add(Object.keys(view.sheets).length);
    for (const { seat, choices } of seats.flatMap(({ seat, choices }) =>
      lists(choices, count).map((choices) => ({ seat, choices })),
    )) {
      const able = offers(choices, seat);
      const taps = (places) => () => places.map((place) => tap(view, able, place));
      const beside = () => buttons(view, seat, able);
      const told = JSON.stringify({ view, seat });
      expect(reached(taps(chartOf(view).spots.map(({ name }) => name)), beside), told).toEqual(words(choices));
      expect(reached(taps(stops(view, able, aim(view, able, undefined))), beside), told).toEqual(words(choices));
      if (count % 20 === 0) prints(view, seat, able);
    }
    if (seats.length === 0) expect(view.phase).toBe('over');
    count += 1;
  }
  expect(count).toBe(COUNT);
  expect(sizes.size).toBeGreaterThanOrEqual(Math.min(11, COUNT / 200));
});

/** The tray draws what it is said to draw; what a fish changes lies behind one button. */
function prints(view, seat, able) {
  const seats = Object.keys(view.sheets).map((number) => ({
    seat: Number(number),
    yours: Number(number) === seat,
    name: `Seat ${number}`,
    player: '',
  }));
  const props = {
    view,
    seats,
    seat,
    home: seat,
    offers: able,
    tool: undefined,
    ontool() {},
    onhome() {},
    onact() {},
    onwhy() {},
  };
  const { body } = render(Tray, { props });
  const drawn = labels(body, 'button');
  const { lenders, numbers, changes } = tray(view, seat, able);
  const offered = buttons(view, seat, able);
  for (const { words, label } of offered) {
    if (words.startsWith('cross')) expect(drawn).toContain(label);
  }
  expect(body.includes('aria-keyshortcuts="E"')).toBe(offered.includes(able.done));
  if (view.phase !== 'draw' || !view.sheets[seat].busy) return;
  if (!view.sheets[seat].taken)
    expect(drawn.filter((label) => label.startsWith('Take'))).toHaveLength(2 * lenders.length);
  else if (numbers.length > 0)
    expect(drawn.filter((label) => label.startsWith('Eat a fish'))).toHaveLength(changes.length > 0 ? 1 : 0);
}
