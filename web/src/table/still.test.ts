import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceStill } from './still';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('whoever touches nothing for a while is helped, once', () => {
  const [help, page] = [vi.fn(), new EventTarget()];
  onceStill(1000, help, page);
  vi.advanceTimersByTime(900);
  page.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(900);
  expect(help).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(help).toHaveBeenCalledOnce();
});

test('nobody is helped who has moved on', () => {
  const [help, page] = [vi.fn(), new EventTarget()];
  onceStill(1000, help, page)();
  page.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(5000);
  expect(help).not.toHaveBeenCalled();
});
