import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import {
  findNextMembershipDue,
  readMembershipsToSettle,
} from '#projections/read-models/memberships/queries.ts';
import { settleMembershipJob } from '../jobs/settle-membership/definition.ts';
import { defineSweepJob, keyOfHalfHour, type Sweep } from './sweep.ts';

/** Settles memberships whose period is over or whose renewal is unpaid: each half hour, and when Stripe retries a card. */
export const membershipsToSettleSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-memberships'),
  everyMs: 60_000,
  async find(now) {
    const due = await readMembershipsToSettle(pool, now);
    return due.map(({ subscriptionId, dueSince }) =>
      job(
        settleMembershipJob,
        { subscriptionId },
        keyOfHalfHour(`${subscriptionId}-${dueSince.getTime()}`, now),
      ),
    );
  },
  nextDue: (now) => findNextMembershipDue(pool, now),
});
