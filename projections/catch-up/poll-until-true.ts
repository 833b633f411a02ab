import { setTimeout as delay } from 'node:timers/promises';

const APART_MS = 250;

/** Asks until the answer is yes, a server that is not there counting as no. Answers false when it was told to stop. */
export async function pollUntilTrue(question: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await question().catch(() => false)) return true;
    await delay(APART_MS, undefined, { signal }).catch(() => {});
  }
  return false;
}
