import { recordVerification, type VerificationFigures } from '#infra/postgres/tables/verifications.ts';
import type { Verdict } from '#services/audit/verification/verify-installation.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { verifyNight } from './definition.ts';

/** Counts a verdict's exceptions, without streams or members. The auditor's page shows those. */
export function countExceptions({ events, readModels }: Verdict): VerificationFigures {
  const codes: Record<string, number> = {};
  for (const { code } of events.exceptions) codes[code] = (codes[code] ?? 0) + 1;
  const wallets = events.exceptions
    .map(({ stream }) => stream)
    .filter((stream) => stream.startsWith('wallet-'));
  const differing = readModels.compared.reduce((sum, compared) => sum + compared.differing, 0);
  return {
    events: events.totals.events,
    eventExceptions: events.exceptionCount,
    readModelExceptions: differing + readModels.notCompared.length,
    unbalancedWallets: new Set(wallets).size,
    codes,
  };
}

/** The verification runs in a worker thread, after any other that is running in this or another process. */
export const verifyNightHandler = defineJobHandler(
  verifyNight,
  async ({ pool, clock, verify, logger }, { night }) => {
    const verdict = await verify(clock.now());
    const figures = countExceptions(verdict);
    await recordVerification(pool, night, figures);
    const { holds, tookMs } = verdict;
    if (holds) logger.info({ night, tookMs, events: figures.events }, 'The nightly verification succeeded');
    else logger.error({ night, tookMs, ...figures }, 'The nightly verification found exceptions');
  },
);
