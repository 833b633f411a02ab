import type { LastVerificationAnswer } from '#services/contract/audit-overview.ts';
import { sum } from '../figures/class-figures.ts';
import type { StaffNames } from '../presenters/describe-audit.ts';
import type { LastVerification } from '../read-last-verification.ts';
import { describeReader } from './describe-reader.ts';

const maxExceptions = 3;

/** What the last verification found and covered, with its seal. */
export function describeLastVerification(
  { id, origin, startedBy, verdict, signature, isIntact }: LastVerification,
  { names, fingerprint, now }: { names: StaffNames; fingerprint: string; now: Date },
): LastVerificationAnswer {
  const { holds, verifiedAt, tookMs, events, readModels } = verdict;
  const { totals, position, exceptions, exceptionCount } = events;
  const { compared, notCompared } = readModels;
  return {
    id,
    origin,
    startedBy: startedBy === null ? null : describeReader(startedBy, names),
    verifiedAt,
    ageSeconds: Math.max(0, Math.round((now.getTime() - Date.parse(verifiedAt)) / 1_000)),
    // A result that was changed after it was signed shows nothing.
    holds: holds && isIntact,
    tookMs,
    covered: {
      position,
      events: totals.events,
      streams: totals.streams,
      wallets: totals.wallets,
      payments: totals.payments,
      readModels: compared.length,
      rows: sum(compared, ({ rows }) => rows),
      erased: totals.erased,
    },
    exceptions: {
      inEvents: exceptionCount,
      inReadModels: sum(compared, ({ differing }) => differing) + notCompared.length,
      first: exceptions.slice(0, maxExceptions),
    },
    seal: { algorithm: 'Ed25519', fingerprint, value: signature, intact: isIntact },
  };
}
