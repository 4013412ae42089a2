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

test('a step that comes in parts is news part by part', () => {
  const news = new News<string>();
  const step = (...events: string[]): Entry<string>[] => [{ at: 0, turn: 0, words: '', told: [], events }];
  news.of([]);
  expect(news.of(step('die'))).toEqual(['die']);
  expect(news.of(step('die', 'melt', 'flee'))).toEqual(['melt', 'flee']);
  expect(news.of([...step('die', 'melt', 'flee'), { ...step('hop')[0]!, at: 1 }])).toEqual(['hop']);
});
