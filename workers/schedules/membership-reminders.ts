import type { Pool } from 'pg';
import { z } from 'zod';
import { defineJob, job } from '#infra/queue/define-job.ts';
import {
  chargeReminderKey,
  membershipsToRemind,
  nextMembershipReminder,
} from '#projections/read-models/memberships/queries.ts';
import { sendMembershipReminder } from '../jobs/send-membership-reminder/definition.ts';
import { keyOfHour, type Sweep } from './sweep.ts';

/** Reminds members of a charge that is due soon. Retried hourly. */
export const membershipRemindersSweep = (pool: Pool): Sweep => ({
  definition: defineJob({
    name: 'sweep-membership-reminders',
    payload: z.object({}),
    attempts: 1,
    lane: 'sweeps',
  }),
  everyMs: 60_000,
  async find(now) {
    const due = await membershipsToRemind(pool, now);
    return due.map((membership) =>
      job(
        sendMembershipReminder,
        { membershipId: membership.id },
        keyOfHour(chargeReminderKey(membership), now),
      ),
    );
  },
  nextDue: (now) => nextMembershipReminder(pool, now),
});
