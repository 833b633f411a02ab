import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Above this utilization of the event loop, requests wait for it and deferrable jobs are delayed. */
const BUSY = 0.8;
/** Below this utilization there is capacity to spare. */
const IDLE = 0.7;
const SHORTEST_DELAY_MS = 2;
/** Two jobs a second run however busy the loop is. */
const LONGEST_DELAY_MS = 500;
const MEASURE_EVERY_MS = 100;

/** The next delay between two jobs, from the last one and the event loop's recent utilization (0 to 1). */
export function nextDelayMs(delayMs: number, utilization: number): number {
  if (utilization > BUSY) return Math.min(LONGEST_DELAY_MS, Math.max(SHORTEST_DELAY_MS, delayMs * 4));
  if (utilization > IDLE) return delayMs;
  return delayMs / 2 < SHORTEST_DELAY_MS ? 0 : delayMs / 2;
}

/** Delays deferrable jobs in a process that also serves requests. */
export interface JobThrottle {
  /**
   * Resolves when the next job may begin. That is immediately while the event loop has capacity or `signal` aborts,
   * else after at most 0.5 s for each job already delayed.
   */
  delayJob(signal: AbortSignal): Promise<void>;
  /** Ends every delay, and starts none until the returned function is called; for callers that wait for the jobs. */
  suspend(): () => void;
}

/** Returns a function that measures this thread's event loop utilization, from 0 to 1, since its last call. */
function createUtilizationMeter(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/** `measureUtilization` returns the event loop's utilization (0 to 1) since its last call; `now` counts milliseconds. */
export function createJobThrottle({
  measureUtilization = createUtilizationMeter(),
  now: clock = () => performance.now(),
} = {}): JobThrottle {
  let delayMs = 0;
  let measuredAt = clock();
  /** The earliest time at which the next job may begin. */
  let nextAt = 0;
  let suspensions = 0;
  let delays = new AbortController();

  function updateDelay(now: number): void {
    if (now - measuredAt < MEASURE_EVERY_MS) return;
    measuredAt = now;
    delayMs = nextDelayMs(delayMs, measureUtilization());
  }

  return {
    async delayJob(signal) {
      const now = clock();
      updateDelay(now);
      if (suspensions > 0) return;
      const at = Math.max(now, nextAt);
      nextAt = at + delayMs;
      if (at === now) return;
      await delay(at - now, undefined, { signal: AbortSignal.any([signal, delays.signal]) }).catch(() => {});
    },

    suspend() {
      suspensions += 1;
      delays.abort();
      delays = new AbortController();
      nextAt = 0;
      return () => {
        suspensions -= 1;
      };
    },
  };
}
