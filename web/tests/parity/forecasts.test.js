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

/** A part of a whole as people read it: never 0 or 100 unless it is that. @param {number} part @param {number} whole */
function percent(part, whole) {
  const rounded = Math.round((100 * part) / whole);
  return `${part > 0 && part < whole ? Math.min(99, Math.max(1, rounded)) : rounded} %`;
}

const span = ([least, most]) => (least === most ? `${least}` : `${least}–${most}`);

test('the danger of a turn in Rescue Polar Bears', { timeout: 0 }, async () => {
  let foreseen = 0;
  const seen = { melts: 0, sinks: 0, lost: 0, births: 0 };
  for await (const { view } of positions('rescue-polar-bears')) {
    const { body } = render(Danger, { props: { view } });
    const said = text(body);
    const { danger } = view;
    if (!danger) {
      expect(said).toMatch(/over|foreseen again/);
      continue;
    }
    foreseen += 1;
    const { falls, melts, lost, sinks, blue, births = {}, red = {} } = danger;
    const told = `${JSON.stringify(danger)} ${said}`;
    if (view.alert === undefined) expect(said, told).toContain('No ice is under alert');
    else if (melts === 0) expect(said, told).toContain('cannot melt in this turn');
    else expect(said, told).toContain(melts === falls ? ') melts.' : `) melts: ${percent(melts, falls)}.`);
    if (sinks[1] === 0) expect(said, told).toContain('No bear can sink in this turn.');
    else
      expect(said, told).toMatch(
        sinks[0] === sinks[1]
          ? new RegExp(`\\b${sinks[1]} bears? will sink`)
          : new RegExp(`\\b${sinks[0]} to ${sinks[1]} bears? can sink`),
      );
    expect(said.includes('Lost in this turn:'), told).toBe(lost[1] > 0);
    if (lost[1] > 0) expect(said, told).toContain(`Lost in this turn: ${percent(lost[0], falls)}`);
    if (lost[1] > lost[0]) expect(said, told).toContain(`with bad choices ${percent(lost[1], falls)}`);

    const faces = Object.values(red);
    const printed = cells(body);
    expect(printed.slice(0, faces.length), told).toEqual(faces.map(({ degrees }) => span(degrees)));
    faces.forEach((face, index) => {
      const cell = printed[faces.length + index];
      expect(cell, told).toMatch(face.lost ? /lost/ : face.melts ? /^melts/ : /^safe$/);
      if (!face.lost && face.sinks) expect(cell, told).toContain(`${span(face.sinks)} sink`);
    });
    for (const [letter, words] of [
      ['b', 'cubs are born'],
      ['g', 'cubs grow up'],
      ['w', 'red die counts more'],
    ]) {
      const numbers = [...(blue ?? '')].flatMap((brings, index) => (brings === letter ? [index + 1] : []));
      if (blue) expect(said, told).toContain(`${words}: ${percent(numbers.length, 20)} ${numbers.join(' ') || 'none'}`);
    }
    const drowned = said.split('Newborn cubs find no ice: ')[1] ?? '';
    expect(numbersIn(drowned.replace(/[\d–]+ sinks?/g, '')), told).toEqual(Object.keys(births).map(Number));
    seen.melts += Number(melts > 0);
    seen.sinks += Number(sinks[1] > 0);
    seen.lost += Number(lost[1] > 0);
    seen.births += Number(Object.keys(births).length > 0);
  }
  expect(foreseen).toBeGreaterThan(COUNT / 3);
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
});

/** All numbers in a text, rising. @param {string} said */
const numbersIn = (said) => [...said.matchAll(/\d+/g)].map(Number).sort((one, other) => one - other);

test('the end of the turn in Ice Breakers', { timeout: 0 }, async () => {
  let pinned = 0;
  for await (const { view } of positions('ice-breakers')) {
    const { body } = render(IcePanel, { props: { view, seats: [], awaited: [] } });
    const said = text(body);
    if (view.stage === 'over' || view.forecast === undefined) {
      expect(said).not.toContain('If the turn ends now');
      continue;
    }
    const frozen = Object.values(view.pieces).filter((piece) => piece.startsWith('!')).length;
    expect(said).toMatch(frozen === 0 ? /nothing freezes/ : new RegExp(`\\b${frozen} places? freezes?\\b`));
    const stuck = view.pinned ?? [];
    expect(said).toMatch(
      stuck.length === 0 ? /no ship gets stuck/ : new RegExp(`ships? ${stuck.join(', ')} gets? stuck`),
    );
    for (const [ship, { cost }] of Object.entries(view.ways))
      expect(said).toMatch(new RegExp(`\\bh${ship} ${cost === 0 ? 'open' : cost}\\b`));
    pinned += stuck.length;
  }
  expect(pinned).toBeGreaterThan(0);
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
