import { expect, test } from 'vitest';
import { seatsBehind } from '../landing/doors';
import type { GameInfo, GameOption } from '../protocol/protocol';
import {
  dealtSets,
  isChoosable,
  isFaces,
  isNumber,
  labelsOf,
  isPreset,
  newTable,
  offeredBots,
  presetOptions,
  spokenName,
  typedNumber,
  usualSettings,
  withSet,
} from './settings';

const GAME: GameInfo = {
  id: 'piecepack-dare',
  boxed: false,
  title: 'Piecepack',
  summary: '',
  together: false,
  minutes: 20,
  fewest: 2,
  most: 4,
  usual: 3,
  names: ['Suns', 'Moons', 'Crowns', 'Arms'],
  options: [
    { name: 'pack_ice', group: 'variant', about: '', usual: false, values: [false, true] },
    { name: 'turn_limit', group: 'variant', about: '', usual: null, values: [] },
  ],
  usual_bot: 'greedy',
  simultaneous: false,
  bots: [
    { name: 'random', about: '', yardstick: true },
    { name: 'greedy', about: '', yardstick: false },
  ],
  presets: [
    { name: 'Classic', about: '', options: {} },
    { name: 'Wild', about: '', options: { pack_ice: true } },
  ],
  first: 'Who begins?',
  sets: { what: 'suit', names: ['Suns', 'Moons', 'Crowns', 'Arms'] },
  about: '',
};

test('three doors lead to three tables', () => {
  expect(seatsBehind('bots', GAME)).toEqual(['me', 'greedy', 'greedy']);
  expect(seatsBehind('guide', GAME)).toEqual(['me', 'greedy', 'greedy']);
  expect(seatsBehind('invite', GAME)).toEqual(['me', 'open', 'open']);
  expect(seatsBehind('screen', GAME)).toEqual(['me', 'me', 'me']);
  expect(seatsBehind('invite', GAME, 2)).toEqual(['me', 'open']);
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
  expect(isChoosable({ name: 'kept_ice', group: 'again', about: '', usual: null, values: [] })).toBe(false);
  expect([typedNumber(''), typedNumber(' 40 ')]).toEqual([null, 40]);
  const settings = usualSettings(GAME);
  settings.options['turn_limit'] = typedNumber('40');
  expect(newTable(GAME, settings).options).toEqual({ turn_limit: 40 });
});

test('names are sent for those who sit at this screen', () => {
  const settings = usualSettings(GAME);
  settings.seats = ['me', 'greedy', 'me', 'me'];
  settings.names = ['', 'never read', ' Bo ', ' '];
  expect(newTable(GAME, settings).names).toEqual(['', '', 'Bo', 'Player 4']);
});

test('a preset is all its options, and is recognised by them', () => {
  const [classic, wild] = GAME.presets;
  expect(presetOptions(GAME, wild!)).toEqual({ pack_ice: true, turn_limit: null });
  expect(isPreset(GAME, classic!, usualSettings(GAME).options)).toBe(true);
  expect(isPreset(GAME, wild!, usualSettings(GAME).options)).toBe(false);
});

test('the faces of a die are chosen, and what a rematch keeps is not', () => {
  const die: GameOption = { name: 'die', group: 'variant', about: '', usual: ['P3', 'B3', 'P3'], values: [] };
  expect([isFaces(die), isChoosable(die), labelsOf(die)]).toEqual([true, true, ['B3', 'P3']]);
  expect(isChoosable({ ...die, group: 'again' })).toBe(false);
});

test('everybody has a set of pieces of their own', () => {
  expect(dealtSets([0, 0, 0], 4)).toEqual([1, 2, 3]);
  expect(dealtSets([3, 0, 0], 4)).toEqual([3, 2, 1]);
  expect(dealtSets([0, 1], 4)).toEqual([2, 1]);
  expect(dealtSets([4, 3, 1, 0], 4)).toEqual([4, 3, 1, 2]);
  expect(withSet([0, 3, 0], 0, 3)).toEqual([3, 0, 0]);
  const settings = usualSettings(GAME);
  settings.sets = [4, 2, 0];
  expect(newTable(GAME, settings).sets).toEqual([4, 0, 0]);
});
