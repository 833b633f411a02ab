import { setTimeout as delay } from 'node:timers/promises';
import type { RulesAnswer } from '#services/contract/rules.ts';

const timeoutMs = 1_000;

/**
 * The rules for a page that is served now: the last known ones while they cannot be read, and null before they were ever read. A page
 * without them reads them itself.
 */
export function createPageRules(readRules: () => Promise<RulesAnswer>): () => Promise<RulesAnswer | null> {
  let known: RulesAnswer | null = null;
  return async () => {
    try {
      known = await Promise.race([readRules(), delay(timeoutMs, known, { ref: false })]);
    } catch {
      // The request for the rules, which the page makes then, reports the outage.
    }
    return known;
  };
}
