import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import {
  findNextMembershipReminder,
  formatChargeReminderKey,
  readMembershipsToRemind,
} from '#projections/read-models/memberships/queries.ts';
import { sendMembershipReminder } from '../jobs/send-membership-reminder/definition.ts';
import { defineSweepJob, keyOfHour, type Sweep } from './sweep.ts';

/** Reminds members of a charge that is due soon. Retried hourly. */
export const membershipRemindersSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-membership-reminders'),
  everyMs: 60_000,
  async find(now) {
    const due = await readMembershipsToRemind(pool, now);
    return due.map((membership) =>
      job(
        sendMembershipReminder,
        { membershipId: membership.id },
        keyOfHour(formatChargeReminderKey(membership), now),
      ),
    );
  },
  nextDue: (now) => findNextMembershipReminder(pool, now),
});
