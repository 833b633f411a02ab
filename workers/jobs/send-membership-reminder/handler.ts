import { findNextCharge, findNextTerms } from '#domain/membership/next-charge.ts';
import { formatChargeReminderKey, readMembershipById } from '#projections/read-models/memberships/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendMembershipReminder } from './definition.ts';
import { membershipReminderEmail } from './email.ts';

/** Sends nothing when the membership was renewed, cancelled or ended in the meantime. */
export const sendMembershipReminderHandler = defineJobHandler(
  sendMembershipReminder,
  async (deps, { membershipId }) => {
    const now = deps.clock.now();
    const membership = await readMembershipById(deps.pool, membershipId);
    if (membership === undefined || membership.remindAt > now) return;
    const chargedAt = findNextCharge(membership);
    if (chargedAt === null || chargedAt <= now) return;
    const { id, userId: memberId } = membership;
    await sendToMember(
      deps,
      { memberId, kind: 'membership-reminder', key: formatChargeReminderKey({ id, chargedAt }) },
      ({ name }) => {
        const { passes: monthlyPasses, ...terms } = findNextTerms(membership, chargedAt);
        return membershipReminderEmail(deps.sender, {
          ...membership,
          ...terms,
          monthlyPasses,
          name,
          chargedAt,
        });
      },
    );
  },
);
