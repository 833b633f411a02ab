import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { hasOldResets, readOverdueResetRequests } from '#infra/postgres/tables/password-resets.ts';
import { job } from '#infra/queue/define-job.ts';
import { forgetPasswordResets } from '../jobs/forget-password-resets/definition.ts';
import { sendPasswordReset } from '../jobs/send-password-reset/definition.ts';
import { defineSweepJob, keyOfHalfHour, keyOfHour, type Sweep } from './sweep.ts';

/** Enqueues reset requests again whose job was never made or failed for good, and removes expired ones. */
export const passwordResetsSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-password-resets'),
  everyMs: millisecondsInMinute,
  async find(now) {
    const left = await readOverdueResetRequests(pool, new Date(now.getTime() - millisecondsInMinute));
    const hasExpired = await hasOldResets(pool, new Date(now.getTime() - millisecondsInDay));
    return [
      ...left.map((requestId) => job(sendPasswordReset, { requestId }, keyOfHalfHour(requestId, now))),
      ...(hasExpired ? [job(forgetPasswordResets, {}, keyOfHour('all', now))] : []),
    ];
  },
});
