import { setTimeout as delay } from 'node:timers/promises';

type Falsy = undefined | null | false | 0 | '';

/**
 * Calls `check` until it returns a truthy value, and returns that. An error counts as falsy. Throws after `timeout` milliseconds
 * (default 10,000) with the last value or error.
 */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  options: { timeout?: number; what?: string } = {},
): Promise<Exclude<Awaited<T>, Falsy>> {
  const timeout = options.timeout ?? 10_000;
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
