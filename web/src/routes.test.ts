import { expect, test } from 'vitest';
import { codeIn, routeOf } from './routes';

test('addresses name pages', () => {
  expect(routeOf('/')).toEqual({ page: 'landing' });
  expect(routeOf('/new/polar-dare')).toEqual({ page: 'create', game: 'polar-dare' });
  expect(routeOf('/t/kiwi-fjord')).toEqual({ page: 'table', code: 'kiwi-fjord' });
  expect(routeOf('/t/kiwi-fjord/', '?turn=9')).toEqual({ page: 'table', code: 'kiwi-fjord', turn: 9 });
  expect(routeOf('/replay/kiwi-fjord', '?step=0')).toEqual({ page: 'replay', code: 'kiwi-fjord', step: 0 });
  expect(routeOf('/replay/kiwi-fjord', '?turn=5')).toEqual({ page: 'replay', code: 'kiwi-fjord', turn: 5 });
  expect(routeOf('/rules/polar-dare', '', '#4.2')).toEqual({ page: 'rules', game: 'polar-dare', clause: '4.2' });
  expect(routeOf('/print/polar-dare')).toEqual({ page: 'print', game: 'polar-dare' });
  expect(routeOf('/print/polar-dare', '?options={}')).toEqual({ page: 'print', game: 'polar-dare', options: '{}' });
  expect(routeOf('/try/polar-dare', '?example=7&step=3')).toEqual({
    page: 'try',
    game: 'polar-dare',
    example: 7,
    step: 3,
  });
  expect(routeOf('/try/polar-dare')).toEqual({ page: 'try', game: 'polar-dare', example: 1 });
  expect(routeOf('/learn')).toEqual({ page: 'learn' });
  expect(routeOf('/learn', '', '#polar-dare')).toEqual({ page: 'learn', game: 'polar-dare' });
  expect(routeOf('/learn/polar-dare')).toEqual({ page: 'learn', game: 'polar-dare' });
  expect(routeOf('/learn/polar-dare/bear', '?step=3')).toEqual({
    page: 'lesson',
    game: 'polar-dare',
    lesson: 'bear',
    step: 3,
  });
  expect(routeOf('/learn/polar-dare/bear/more')).toEqual({ page: 'lost' });
  expect(routeOf('/sources/polar-dare')).toEqual({ page: 'sources', game: 'polar-dare' });
  expect(routeOf('/numbers/polar-dare')).toEqual({ page: 'numbers', game: 'polar-dare' });
});

test('a seat link carries its secret behind the hash', () => {
  expect(routeOf('/t/kiwi', '', '#seat=s3cret')).toEqual({ page: 'table', code: 'kiwi', secret: 's3cret' });
});

test('odd addresses lead nowhere', () => {
  for (const path of ['/t', '/unknown/x', '/t/a/b', '/new/']) expect(routeOf(path)).toEqual({ page: 'lost' });
  expect(routeOf('/t/kiwi', '?turn=many')).toEqual({ page: 'table', code: 'kiwi' });
  expect(routeOf('/t/%E0%A4')).toEqual({ page: 'table', code: '%E0%A4' });
});

test('a code is found in what people paste', () => {
  expect(codeIn(' Kiwi-Fjord ')).toBe('kiwi-fjord');
  expect(codeIn('kiwi fjord')).toBe('kiwi-fjord');
  expect(codeIn('http://host:4040/t/kiwi-fjord?turn=3#x')).toBe('kiwi-fjord');
  expect(codeIn('come to https://host/replay/moss-bay now')).toBe('moss-bay');
});
