import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for a page or a projection on a machine with a load of ten; a quiet one needs milliseconds. */
export const DEFAULT_TIMEOUT_MS = 60_000;

type Falsy = undefined | null | false | 0 | '';

/**
 * Calls `check` until it returns a truthy value, and returns that. An error counts as falsy. Throws after `timeout` milliseconds
 * (default `DEFAULT_TIMEOUT_MS`) with the last value or error.
 */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  options: { timeout?: number; what?: string } = {},
): Promise<Exclude<Awaited<T>, Falsy>> {
  const timeout = options.timeout ?? DEFAULT_TIMEOUT_MS;
  const until = performance.now() + timeout;
  for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
    let last: unknown;
    try {
      const value = await check();
      if (isTruthy(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    if (performance.now() > until) {
      throw new Error(`Waited ${timeout} ms in vain for ${options.what ?? 'it'}; last: ${String(last)}`, {
        cause: last,
      });
    }
    await delay(wait);
  }
}

function isTruthy<T>(value: T): value is Exclude<T, Falsy> {
  return Boolean(value);
}
