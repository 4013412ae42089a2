import { expect, test } from 'vitest';
import type { Entry } from '../games/drawing';
import { News } from './news';

const log = (...events: string[]): Entry<string>[] =>
  events.map((event, at) => ({ at, turn: 0, words: '', told: [], events: [event] }));

test('each event is handed out once, and what was there at first is not', () => {
  const news = new News<string>();
  expect(news.of(log('a', 'b'))).toEqual([]);
  expect(news.of(log('a', 'b'))).toEqual([]);
  expect(news.of(log('a', 'b', 'c', 'd'))).toEqual(['c', 'd']);
});

test('what is taken back is no news, what is played then is', () => {
  const news = new News<string>();
  news.of(log('a', 'b'));
  expect(news.of(log('a'))).toEqual([]);
  expect(news.of(log('a', 'x'))).toEqual(['x']);
});
