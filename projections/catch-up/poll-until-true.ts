import { setTimeout as delay } from 'node:timers/promises';

const INTERVAL_MS = 250;

/** Repeats a check until it returns true; a rejection, as of an unavailable server, counts as false. Returns false when aborted. */
export async function pollUntilTrue(check: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await check().catch(() => false)) return true;
    await delay(INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
  return false;
}
