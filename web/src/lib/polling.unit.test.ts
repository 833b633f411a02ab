import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { computeAskDelayMs, Polling } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks immediately, and then every 30 to 60 seconds until it stops', () => {
  const ask = vi.fn();
  const polling = new Polling(ask);
  polling.start();
  polling.start();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10 * 60_000);
  expect(ask.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(ask.mock.calls.length).toBeLessThanOrEqual(21);
  polling.stop();
  ask.mockClear();
  vi.advanceTimersByTime(10 * 60_000);
  expect(ask).not.toHaveBeenCalled();
  expect([computeAskDelayMs(0), computeAskDelayMs(1)]).toEqual([30_000, 60_000]);
});
