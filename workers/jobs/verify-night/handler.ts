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

const OWN_DIFFERENCE = 'WHAT_IF_DIFFERS';

/** Adds the differences of a history that is repeated under its own rules, each of which is an exception. */
export const addDifferences = (figures: VerificationFigures, differences: number): VerificationFigures =>
  differences === 0
    ? figures
    : {
        ...figures,
        eventExceptions: figures.eventExceptions + differences,
        codes: { ...figures.codes, [OWN_DIFFERENCE]: differences },
      };

/** The verification runs in a worker thread, after any other that is running in this or another process. */
export const verifyNightHandler = defineJobHandler(
  verifyNight,
  async ({ pool, clock, verify, countOwnDifferences, logger }, { night }) => {
    const verdict = await verify(clock.now());
    const figures = addDifferences(countExceptions(verdict), await countOwnDifferences(clock.now()));
    await recordVerification(pool, night, figures);
    const { tookMs } = verdict;
    const holds = verdict.holds && figures.codes[OWN_DIFFERENCE] === undefined;
    if (holds) logger.info({ night, tookMs, events: figures.events }, 'The nightly verification succeeded');
    else logger.error({ night, tookMs, ...figures }, 'The nightly verification found exceptions');
  },
);
