import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import {
  findNextReminder,
  formatReminderKey,
  readLotsToRemind,
} from '#projections/read-models/wallet/queries.ts';
import { sendExpiryReminder } from '../jobs/send-expiry-reminder/definition.ts';
import { defineSweepJob, keyOfHour, type Sweep } from './sweep.ts';

/** Reminds members of lots that expire soon. An hourly retry is enough, because reminders are due for days. */
export const expiringLotsSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-expiring-lots'),
  everyMs: 60_000,
  async find(now) {
    const due = await readLotsToRemind(pool, now);
    return due.map((lot) => {
      const { memberId, lotId } = lot;
      return job(sendExpiryReminder, { memberId, lotId }, keyOfHour(formatReminderKey(lot), now));
    });
  },
  nextDue: (now) => findNextReminder(pool, now),
});
