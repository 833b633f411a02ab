import type { Pool } from 'pg';
import type { z } from 'zod';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import {
  type MembershipRow,
  membershipById,
  membershipPayment,
} from '#projections/read-models/memberships/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { type MembershipNotice, sendMembershipNotice } from './definition.ts';
import { type MonthPaid, membershipNoticeEmail } from './email.ts';

type Told = z.infer<(typeof sendMembershipNotice)['payload']>;

async function readMembership(pool: Pool, { membershipId, revision }: Told): Promise<MembershipRow> {
  const membership = await membershipById(pool, membershipId);
  if (membership === undefined || membership.revision < revision) {
    throw new NotProjectedYet(`What happened to the membership ${membershipId}`);
  }
  return membership;
}

/** Whether it is still so. What was paid or sent back happened for good. */
function stillStands({ notice, subscriptionId }: Told, membership: MembershipRow): boolean {
  const { status, cancelAtPeriodEnd, openInvoiceId, attempt } = membership;
  const isOfThis = membership.subscriptionId === subscriptionId;
  switch (notice.what) {
    case 'started':
    case 'renewed':
    case 'refused':
      return true;
    case 'payment-failed':
      return (
        isOfThis && status === 'past_due' && openInvoiceId === notice.invoiceId && attempt === notice.attempt
      );
    case 'cancelling':
      return isOfThis && status !== 'ended' && cancelAtPeriodEnd;
    case 'resumed':
      return isOfThis && status !== 'ended' && !cancelAtPeriodEnd;
    case 'ended':
      return isOfThis && status === 'ended';
  }
}

/** The month that a notice is the receipt of, if it is one. */
async function monthOf(pool: Pool, notice: MembershipNotice): Promise<MonthPaid | null> {
  if (notice.what !== 'started' && notice.what !== 'renewed') return null;
  const payment = await membershipPayment(pool, notice.invoiceId);
  if (payment === undefined) throw new NotProjectedYet(`The invoice ${notice.invoiceId}`);
  return payment;
}

/** Tells how the membership stands when it is sent: what was put right meanwhile is not told. */
export const sendMembershipNoticeHandler = defineJobHandler(sendMembershipNotice, (deps) => async (told) => {
  const { eventId, memberId, notice } = told;
  const membership = await readMembership(deps.pool, told);
  if (!stillStands(told, membership)) return;
  const month = await monthOf(deps.pool, notice);
  const kind = `membership-${notice.what}`;
  const now = deps.clock.now();
  await sendToMember(deps, { memberId, kind, key: `${kind}/${eventId}` }, ({ name }) =>
    membershipNoticeEmail(deps.sender, { name, notice, month, membership, now }),
  );
});
