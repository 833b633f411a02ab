import { setTimeout as delay } from 'node:timers/promises';

type Falsy = undefined | null | false | 0 | '';

/**
 * Asks again until the answer is truthy, and returns it. A throwing question counts as not yet. Fails after `timeout` milliseconds
 * (default 10,000) with what was said last.
 */
export async function waitFor<T>(
  question: () => T | Promise<T>,
  options: { timeout?: number; what?: string } = {},
): Promise<Exclude<Awaited<T>, Falsy>> {
  const timeout = options.timeout ?? 10_000;
  const until = performance.now() + timeout;
  for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
    let last: unknown;
    try {
      const answer = await question();
      if (isTruthy(answer)) return answer;
      last = answer;
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
