import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from './http-error.ts';

const pollMs = 25;

/**
 * Reads the account of a session once the read model has the session's credential epoch. Before, it still has the
 * password of an earlier epoch, which no longer proves anything.
 * @throws HttpError 503 after the timeout
 */
export async function readInEpoch<Account extends { readonly epoch: number }>(
  epoch: number,
  read: () => Promise<Account | undefined>,
  timeoutMs = 2_000,
): Promise<Account | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const account = await read();
    if (account === undefined || account.epoch >= epoch) return account;
    if (performance.now() > deadline) throw unavailable();
    await delay(pollMs);
  }
}
