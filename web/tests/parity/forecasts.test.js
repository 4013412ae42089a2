// What is foreseen is printed with the numbers that the engine sends.

import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import IcePanel from '../../src/games/ice_breakers/Panel.svelte';
import { offers } from '../../src/games/polar_roller/gestures';
import { placeName } from '../../src/games/polar_roller/names';
import RollerTray from '../../src/games/polar_roller/Tray.svelte';
import Danger from '../../src/games/rescue_polar_bears/Danger.svelte';
import { cells, labels, text } from './printed';
import { COUNT, positions } from './positions';

test('the danger of a turn in Rescue Polar Bears', { timeout: 0 }, async () => {
  let foreseen = 0;
  let dangers = 0;
  for await (const { view } of positions('rescue-polar-bears')) {
    const { body } = render(Danger, { props: { view } });
    const said = text(body);
    const { ahead = [], danger } = view;
    expect(ahead.length > 0).toBe(danger !== undefined);
    for (const line of ahead) expect(said).toContain(line.text);
    if (!danger) continue;
    foreseen += 1;
    dangers += ahead.filter((line) => line.danger).length;
    const { blue = [], red = [] } = danger;
    expect(cells(body)).toEqual([...red.map(({ degrees }) => degrees), ...red.map((face) => face.text)]);
    for (const { text, numbers } of blue) expect(said).toContain(`${text} ${numbers.join(' ') || 'none'}`);
  }
  expect(foreseen).toBeGreaterThan(COUNT / 3);
  expect(dangers).toBeGreaterThan(COUNT / 10);
});

test('the end of the turn in Ice Breakers', { timeout: 0 }, async () => {
  let stuck = 0;
  for await (const { view } of positions('ice-breakers')) {
    const { body } = render(IcePanel, { props: { view, seats: [], awaited: [] } });
    const said = text(body);
    if (view.stage === 'choose' || view.stage === 'work') expect(view.ahead?.length).toBeGreaterThan(0);
    for (const line of view.ahead ?? []) expect(said).toContain(line.text);
    for (const [ship, { cost }] of Object.entries(view.ways))
      expect(said).toMatch(new RegExp(`\\bh${ship} ${cost === 0 ? 'open' : cost}\\b`));
    if (view.pinned?.length > 0) expect(view.ahead?.some(({ danger }) => danger)).toBe(true);
    stuck += (view.pinned ?? []).length;
  }
  expect(stuck).toBeGreaterThan(0);
});

test('the differences of points in Polar Roller', { timeout: 0 }, async () => {
  let gains = 0;
  for await (const { view, seats } of positions('polar-roller', Math.ceil(COUNT / 2))) {
    for (const { seat, choices } of seats.slice(0, 3)) {
      const able = offers(choices, seat);
      const told = new Map(
        Object.entries(view.sheets[seat].gains ?? {}).flatMap(([gain, places]) =>
          places.split(' ').map((place) => [place, Number(gain)]),
        ),
      );
      const spoken = (place) => {
        const gain = told.get(place) ?? 0;
        return gain === 0 ? 'no change in points' : `${gain > 0 ? 'plus' : 'minus'} ${Math.abs(gain)} point`;
      };
      for (const place of able.places.keys()) expect(placeName(view, seat, able, place)).toContain(spoken(place));
      gains += told.size;
      const infos = Object.keys(view.sheets).map((number) => ({
        seat: Number(number),
        yours: Number(number) === seat,
        name: '',
        player: '',
      }));
      const props = {
        view,
        seats: infos,
        seat,
        home: seat,
        offers: able,
        tool: undefined,
        ontool() {},
        onhome() {},
        onact() {},
        onwhy() {},
      };
      for (const label of labels(render(RollerTray, { props }).body, 'button')) {
        const [, number, count, best] = /^(\d).*?: \w+, (\d+) places?, at best (.+)$/.exec(label) ?? [];
        if (!number || count === '0') continue;
        const kind = Number(number) <= 3 ? /^\d+$/ : Number(number) <= 5 ? /^[a-s]$/ : /^[a-s][tdz]$/;
        const places = [...able.places.keys()].filter((place) => kind.test(place));
        expect(Number(count)).toBe(places.length);
        const highest = places.reduce((one, other) => ((told.get(other) ?? 0) > (told.get(one) ?? 0) ? other : one));
        expect(best).toContain(spoken(highest));
      }
    }
  }
  expect(gains).toBeGreaterThan(COUNT);
});
