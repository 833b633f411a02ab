import { handle } from '#infra/queue/define-job.ts';
import { chargeReminderKey, membershipById } from '#projections/read-models/memberships/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendMembershipReminder } from './definition.ts';
import { membershipReminderEmail } from './email.ts';

/** A membership that was renewed, cancelled or has ended meanwhile calls for no reminder. */
export const sendMembershipReminderHandler = (deps: JobDependencies) =>
  handle(sendMembershipReminder, async ({ membershipId }) => {
    const now = deps.clock.now();
    const membership = await membershipById(deps.pool, membershipId);
    if (membership?.status !== 'active' || membership.cancelAtPeriodEnd) return;
    if (membership.remindAt > now || membership.currentPeriodEnd <= now) return;
    const { userId: memberId } = membership;
    await sendToMember(
      deps,
      { memberId, kind: 'membership-reminder', key: chargeReminderKey(membership) },
      ({ name }) => membershipReminderEmail(deps.sender, { ...membership, name }),
    );
  });
