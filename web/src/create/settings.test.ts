import { expect, test } from 'vitest';
import { seatsBehind } from '../landing/doors';
import type { GameInfo } from '../protocol/protocol';
import { isChoosable, isNumber, newTable, offeredBots, spokenName, typedNumber, usualSettings } from './settings';

const GAME: GameInfo = {
  id: 'piecepack-dare',
  title: 'Piecepack',
  summary: '',
  together: false,
  minutes: 20,
  fewest: 2,
  most: 4,
  usual: 3,
  names: ['Suns', 'Moons', 'Crowns', 'Arms'],
  options: [
    { name: 'pack_ice', about: '', usual: false, values: [false, true] },
    { name: 'turn_limit', about: '', usual: null, values: [] },
  ],
  usual_bot: 'greedy',
  simultaneous: false,
  bots: [
    { name: 'random', about: '', yardstick: true },
    { name: 'greedy', about: '', yardstick: false },
  ],
  about: '',
  picture: {},
};

test('three doors lead to three tables', () => {
  expect(seatsBehind('bots', GAME)).toEqual(['me', 'greedy', 'greedy']);
  expect(seatsBehind('invite', GAME)).toEqual(['me', 'open', 'open']);
  expect(seatsBehind('screen', GAME)).toEqual(['me', 'me', 'me']);
});

test('yardsticks are offered only where they sit already', () => {
  expect(offeredBots(GAME).map(({ name }) => name)).toEqual(['greedy']);
  expect(offeredBots(GAME, 'random').map(({ name }) => name)).toEqual(['random', 'greedy']);
});

test('only options that differ are sent', () => {
  const settings = usualSettings(GAME);
  expect(newTable(GAME, settings).options).toEqual({});
  settings.options['pack_ice'] = true;
  expect(newTable(GAME, settings)).toMatchObject({ options: { pack_ice: true }, takebacks: 'consent', public: false });
});

test('options have names that people read', () => {
  expect(spokenName('mega_ice_age')).toBe('Mega ice age');
});

test('a limit is typed, and an empty field is none', () => {
  const [ice, limit] = GAME.options;
  expect([isNumber(ice!), isNumber(limit!)]).toEqual([false, true]);
  expect(isChoosable({ name: 'die', about: '', usual: ['B3', 'P2'], values: [] })).toBe(false);
  expect([typedNumber(''), typedNumber(' 40 ')]).toEqual([null, 40]);
  const settings = usualSettings(GAME);
  settings.options['turn_limit'] = typedNumber('40');
  expect(newTable(GAME, settings).options).toEqual({ turn_limit: 40 });
});
