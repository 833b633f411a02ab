import { keepVerification, type VerificationFigures } from '#infra/postgres/tables/verifications.ts';
import type { Verdict } from '#services/audit/verification/verify-installation.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { verifyNight } from './definition.ts';

/** A verdict in numbers, without whom and what it is about: that the auditor's desk shows. */
export function figuresOf({ events, readModels }: Verdict): VerificationFigures {
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

/** It runs in a thread of its own; another that runs already, here or in another process, is waited for. */
export const verifyNightHandler = defineJobHandler(
  verifyNight,
  ({ pool, clock, verify, logger }) =>
    async ({ night }) => {
      const verdict = await verify(clock.now());
      const figures = figuresOf(verdict);
      await keepVerification(pool, night, figures);
      const { holds, tookMs } = verdict;
      if (holds) logger.info({ night, tookMs, events: figures.events }, 'Verified: everything holds');
      else logger.error({ night, tookMs, ...figures }, 'Verified: something does not hold');
    },
);
