import { useSyncExternalStore } from 'react';
import { readAnswerTime } from './connection.ts';

/**
 * The server's answers carry the time of the studio clock. The browser stores the offset of its own clock. So a wrong device
 * clock, or a moved studio clock in the sandbox, shows the right day.
 */
const TICK_MS = 15_000;
/** Smaller differences are network latency. */
const TOLERANCE_MS = 2_000;
const listeners = new Set<() => void>();
let offsetMs = 0;
let currentMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

const tick = (): void => {
  currentMs = Date.now() + offsetMs;
  for (const listener of listeners) listener();
};

/** Sets the offset from the `now` of a fresh answer, if it has one. */
export const syncStudioClock = (answer: unknown): void => {
  if (typeof answer !== 'object' || answer === null || !('now' in answer)) return;
  if (typeof answer.now !== 'string') return;
  const next = Date.parse(answer.now) - readAnswerTime(answer);
  if (Number.isNaN(next) || Math.abs(next - offsetMs) < TOLERANCE_MS) return;
  offsetMs = next;
  tick();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** The studio's time in milliseconds at this moment. */
export const readStudioNow = (): number => Date.now() + offsetMs;

/** The studio's time in milliseconds; renders again every 15 s. */
export const useStudioNow = (): number => useSyncExternalStore(subscribe, () => currentMs);
