import { useSyncExternalStore } from 'react';

/**
 * The server decides by the studio's clock and says with its answers what it reads. The browser keeps the difference
 * to its own, so that a wrong device clock, or a moved studio clock in the sandbox, shows the right day.
 */
const tickEvery = 15_000;
const noticeable = 2_000;
const listeners = new Set<() => void>();
let offset = 0;
let shown = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

const tick = (): void => {
  shown = Date.now() + offset;
  for (const listener of listeners) listener();
};

/** Takes the reading of the studio clock that a fresh answer carries as `now`, if it does. */
export const syncStudioClock = (answer: unknown): void => {
  if (typeof answer !== 'object' || answer === null || !('now' in answer)) return;
  if (typeof answer.now !== 'string') return;
  const next = Date.parse(answer.now) - Date.now();
  if (Number.isNaN(next) || Math.abs(next - offset) < noticeable) return;
  offset = next;
  tick();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(tick, tickEvery);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** The studio's time in milliseconds at this moment, for what notes when it was done. */
export const readStudioNow = (): number => Date.now() + offset;

/** The studio's time in milliseconds, renewed every 15 s. */
export const useStudioNow = (): number => useSyncExternalStore(subscribe, () => shown);
