import { expect, test } from 'vitest';
import { logLines } from './log';
import { steps } from './steps.support';

const step = (at: number, turn: number, ...told: string[]) => ({ ...steps('1 do')[0]!, at, turn, told });

test('what was taken back stands between the steps before it and those after', () => {
  const log = [step(0, 0, 'Red rolls.'), step(1, 0), step(2, 0, 'Red hops.'), step(3, 1, 'Blue rolls.')];
  const lines = logLines(log, [{ seat: 1, at: 2, turn: 0, text: 'Red takes back a step.' }]);
  expect(lines.map(({ text }) => text)).toEqual(['Red rolls.', 'Red takes back a step.', 'Red hops.', 'Blue rolls.']);
  expect(lines.map(({ step }) => step)).toEqual([1, null, 3, 4]);
  expect(lines.map(({ begins }) => begins)).toEqual([true, false, false, true]);
});
