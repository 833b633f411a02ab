import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** From here on, of 1, people wait for the event loop, and what can wait shall. */
const FULL = 0.8;
/** Below this there is time to spare. */
const ROOMY = 0.7;
const SHORTEST_REST_MS = 2;
/** A trickle of two a second goes on however full the loop is. */
const LONGEST_REST_MS = 500;
const LOOK_EVERY_MS = 100;

/** The rest between two jobs, in ms, from what it was and how full the event loop was of late, from 0 to 1. */
export function nextRest(rest: number, fullness: number): number {
  if (fullness > FULL) return Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, rest * 4));
  if (fullness > ROOMY) return rest;
  return rest / 2 < SHORTEST_REST_MS ? 0 : rest / 2;
}

/** Has jobs that can wait give way to people, in a process that answers them too. */
export interface GiveWay {
  /**
   * Resolves when the next job may begin: at once while the event loop has time, else after a rest, which the jobs take in
   * turn: 0.5 s at most for each that asked before. At once when `signal` aborts.
   */
  turn(signal: AbortSignal): Promise<void>;
  /** Someone waits for the jobs: none rests until the answer is called. */
  hurry(): () => void;
}

/** Tells how full the event loop of this thread was since it was asked last, from 0 to 1. */
function loopMeter(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/** `fullness` tells how full the event loop was since it was asked last, from 0 to 1; `now` counts milliseconds. */
export function createGiveWay({
  fullness = loopMeter(),
  now: clock = () => performance.now(),
} = {}): GiveWay {
  let rest = 0;
  let lookedAt = clock();
  /** When the next job may begin, at the earliest. */
  let nextAt = 0;
  let hurrying = 0;
  let resting = new AbortController();

  function look(now: number): void {
    if (now - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = now;
    rest = nextRest(rest, fullness());
  }

  return {
    async turn(signal) {
      const now = clock();
      look(now);
      if (hurrying > 0) return;
      const at = Math.max(now, nextAt);
      nextAt = at + rest;
      if (at === now) return;
      const ends = AbortSignal.any([signal, resting.signal]);
      // Ended early, it is over too.
      await delay(at - now, undefined, { signal: ends }).catch(() => {});
    },

    hurry() {
      hurrying += 1;
      resting.abort();
      resting = new AbortController();
      nextAt = 0;
      return () => {
        hurrying -= 1;
      };
    },
  };
}
