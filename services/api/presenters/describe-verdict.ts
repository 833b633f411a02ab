import type { VerificationRun } from '#services/audit/verification/verification-runs.ts';
import type { Verdict } from '#services/audit/verification/verify-installation.ts';
import type { AuditVerdict, AuditVerifyAnswer } from '#services/contract/audit-verification.ts';

function describeVerdict({ events, readModels, ...verdict }: Verdict): AuditVerdict {
  return {
    ...verdict,
    events: { ...events, exceptions: [...events.exceptions] },
    readModels: {
      compared: [...readModels.compared],
      notCompared: [...readModels.notCompared],
      differences: readModels.differences.map((difference) => ({
        ...difference,
        key: { ...difference.key },
      })),
    },
  };
}

/** The status of a verification. `last` is the one that ended before it. */
export function describeVerificationRun(run: VerificationRun, last: AuditVerdict | null): AuditVerifyAnswer {
  const { id, events, verdict, failed } = run;
  return {
    success: true,
    state: verdict !== null ? 'done' : failed ? 'failed' : 'running',
    run: id,
    eventsRead: events,
    eventsExpected: last?.events.totals.events ?? null,
    verdict: verdict === null ? null : describeVerdict(verdict),
  };
}

/** The verification that ended last; `never` if none has. */
export function describeLastVerification(last: AuditVerdict | null): AuditVerifyAnswer {
  const events = last?.events.totals.events ?? 0;
  return {
    success: true,
    state: last === null ? 'never' : 'done',
    run: null,
    eventsRead: events,
    eventsExpected: last === null ? null : events,
    verdict: last,
  };
}
