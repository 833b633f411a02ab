import { expect, test } from 'vitest';
import { createJobThrottle, nextDelayMs } from './job-throttle.ts';

const never = new AbortController().signal;
const delayAfter = (measurements: number, utilization: number, delayMs = 0) =>
  Array.from({ length: measurements }).reduce((last: number) => nextDelayMs(last, utilization), delayMs);

test('does not delay jobs on an idle loop, and delays them by at most 500 ms on a busy one', () => {
  expect(nextDelayMs(0, 0.5)).toBe(0);
  expect(nextDelayMs(0, 0.95)).toBe(2);
  expect(delayAfter(5, 0.95)).toBe(500);
  expect(delayAfter(50, 1)).toBe(500);
});

test('keeps the delay between idle and busy, and halves it to nothing when idle', () => {
  expect(nextDelayMs(32, 0.75)).toBe(32);
  expect(nextDelayMs(200, 0.1)).toBe(100);
  expect(delayAfter(7, 0.1, 200)).toBe(0);
});

/** Creates a throttle on a busy loop, and a clock that the test advances. */
function createBusyThrottle() {
  let now = 0;
  const throttle = createJobThrottle({ measureUtilization: () => 1, now: () => now });
  return {
    throttle,
    advance: (ms: number) => {
      now += ms;
    },
    async reachLongestDelay() {
      for (let measurement = 0; measurement < 10; measurement += 1) {
        now += 1_000;
        await throttle.delayJob(never);
      }
    },
  };
}

/** Whether a promise has resolved after everything that is due now is done. */
async function isResolved(promise: Promise<void>): Promise<boolean> {
  let resolved = false;
  void promise.then(() => {
    resolved = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return resolved;
}

test('starts one job immediately on a busy loop, and the next one after its delay', async () => {
  const { throttle, reachLongestDelay, advance } = createBusyThrottle();
  await reachLongestDelay();
  advance(1_000);
  expect(await isResolved(throttle.delayJob(never))).toBe(true);
  const started = performance.now();
  const second = throttle.delayJob(never);
  expect(await isResolved(second)).toBe(false);
  await second;
  expect(performance.now() - started).toBeGreaterThan(150);
});

test('ends every delay when the signal aborts or the throttle is suspended', async () => {
  const { throttle, reachLongestDelay } = createBusyThrottle();
  await reachLongestDelay();
  const closing = new AbortController();
  const delayed = throttle.delayJob(closing.signal);
  expect(await isResolved(delayed)).toBe(false);
  closing.abort();
  expect(await isResolved(delayed)).toBe(true);
  expect(await isResolved(throttle.delayJob(closing.signal))).toBe(true);

  const both = [throttle.delayJob(never), throttle.delayJob(never)];
  expect(await Promise.all(both.map(isResolved))).toEqual([false, false]);
  const resume = throttle.suspend();
  expect(await Promise.all(both.map(isResolved))).toEqual([true, true]);
  for (let job = 0; job < 20; job += 1) expect(await isResolved(throttle.delayJob(never))).toBe(true);
  resume();
  // Jobs that ran during the suspension delay no later one.
  expect(await isResolved(throttle.delayJob(never))).toBe(true);
  expect(await isResolved(throttle.delayJob(never))).toBe(false);
});
