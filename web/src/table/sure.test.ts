import { expect, test } from 'vitest';
import type { Choice } from '../games/drawing';
import type { SeatInfo } from '../protocol/protocol';
import { answerOf } from './forced';
import { asksFirst, drawWords, isLasting, question } from './sure';

function seat(number: number, holder: SeatInfo['holder'], yours: boolean): SeatInfo {
  return {
    seat: number,
    name: `Seat ${number}`,
    holder,
    player: 'P',
    yours,
    present: true,
    abandoned: false,
    adds: true,
  };
}

function table(takebacks: 'none' | 'own' | 'consent', ...others: SeatInfo[]) {
  const seats = { n: 1, phase: 'playing' as const, seats: [seat(1, 'person', true), ...others], watchers: 0, clock: 0 };
  return { takebacks, seats };
}

const choice = (more: Partial<Choice>): Choice => ({
  seat: 1,
  number: 7,
  words: 'end',
  label: 'End the turn',
  draws: false,
  action: { action: 'end' },
  ...more,
});

const withBot = table('consent', seat(2, 'bot', false));
const withFriend = table('consent', seat(2, 'person', false));

test('alone and with bots dice can be taken back, so nobody says that they cannot', () => {
  expect(isLasting(withBot)).toBe(false);
  expect(isLasting(table('consent', seat(2, 'person', true)))).toBe(false);
  expect(drawWords(withBot)).toBe('');
  expect(drawWords(withFriend)).toBe('undo only if all agree');
  expect(drawWords(table('own', seat(2, 'bot', false)))).toBe('cannot be undone');
});

test('a slip is asked about everywhere, a cost only where it lasts, what is harmless never', () => {
  const slip = choice({ warning: { action: 7, text: 'the season ends', slip: true } });
  const cost = choice({ draws: true, warning: { action: 7, text: 'ship 4 freezes in' } });
  const good = choice({ draws: true, warning: { action: 7, text: 'collects the data', harmless: true } });
  const asked = [withBot, withFriend].map((at) => [slip, cost, good].map((one) => asksFirst(one, at)));
  expect(asked).toEqual([
    [true, false, false],
    [true, true, false],
  ]);
  expect(asksFirst(choice({ draws: true }), withFriend)).toBe(false);
  expect(question(slip)).toBe('The season ends. Choose it again if you mean it.');
});

test('a question without a choice is answered, but dice that last are left to the person', () => {
  const only = choice({ words: 'flee c e6', number: 3 });
  expect(answerOf([only], 3, true)).toBe(only);
  expect(answerOf([only], undefined, false)).toBeNull();
  const rolls = { ...only, draws: true };
  expect(answerOf([rolls], 3, true)).toBeNull();
  expect(answerOf([rolls], 3, false)).toBe(rolls);
});
