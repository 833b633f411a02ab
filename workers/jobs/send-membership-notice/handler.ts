import type { Pool } from 'pg';
import type { z } from 'zod';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import {
  type MembershipRow,
  readMembershipById,
  readMembershipPayment,
} from '#projections/read-models/memberships/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import type { MonthPaid } from './content.ts';
import { type MembershipNotice, sendMembershipNotice } from './definition.ts';
import { membershipNoticeEmail } from './email.ts';

type Payload = z.infer<(typeof sendMembershipNotice)['payload']>;

async function readMembership(pool: Pool, { membershipId, revision }: Payload): Promise<MembershipRow> {
  const membership = await readMembershipById(pool, membershipId);
  if (membership === undefined || membership.revision < revision) {
    throw new NotProjectedYet(`What happened to the membership ${membershipId}`);
  }
  return membership;
}

/** Whether the membership is still in the state of the notice. Payments and refunds always are. */
function isCurrent({ notice, subscriptionId }: Payload, membership: MembershipRow): boolean {
  const { status, cancelAtPeriodEnd, openInvoiceId, attempt } = membership;
  const isSameSubscription = membership.subscriptionId === subscriptionId;
  switch (notice.what) {
    case 'started':
    case 'renewed':
    case 'refused':
    case 'upgraded':
      return true;
    case 'price-change':
      return isSameSubscription && status !== 'ended' && isLatestPrice(notice, membership);
    case 'plan-change':
      return isSameSubscription && status !== 'ended' && membership.planChange?.planId === notice.planId;
    case 'plan-kept':
      return isSameSubscription && status !== 'ended' && membership.planChange === null;
    case 'payment-failed':
      return (
        isSameSubscription &&
        status === 'past_due' &&
        openInvoiceId === notice.invoiceId &&
        attempt === notice.attempt
      );
    case 'cancelling':
      return isSameSubscription && status !== 'ended' && cancelAtPeriodEnd;
    case 'resumed':
      return isSameSubscription && status !== 'ended' && !cancelAtPeriodEnd;
    case 'pause':
      return isSameSubscription && status !== 'ended' && membership.pauseFrom?.toISOString() === notice.from;
    case 'pause-withdrawn':
      return isSameSubscription && status === 'active' && membership.pauseFrom === null;
    case 'ended':
      return isSameSubscription && status === 'ended';
  }
}

/** Whether the price of an announcement is still the one to come, or the present one when it withdraws an earlier one. */
function isLatestPrice(
  { pricePence, effectiveFrom }: Extract<MembershipNotice, { what: 'price-change' }>,
  { priceChange, pricePence: present }: MembershipRow,
): boolean {
  return priceChange === null
    ? pricePence === present
    : priceChange.pricePence === pricePence && priceChange.effectiveFrom === effectiveFrom;
}

/** Reads the paid month of a notice that is a receipt. */
async function readMonth(pool: Pool, notice: MembershipNotice): Promise<MonthPaid | null> {
  if (notice.what !== 'started' && notice.what !== 'renewed' && notice.what !== 'upgraded') return null;
  const payment = await readMembershipPayment(pool, notice.invoiceId);
  if (payment === undefined) throw new NotProjectedYet(`The invoice ${notice.invoiceId}`);
  return payment;
}

/** Describes the current membership, and sends nothing when the notice is outdated. */
export const sendMembershipNoticeHandler = defineJobHandler(sendMembershipNotice, async (deps, payload) => {
  const { eventId, memberId, notice } = payload;
  const membership = await readMembership(deps.pool, payload);
  if (!isCurrent(payload, membership)) return;
  const month = await readMonth(deps.pool, notice);
  const kind = `membership-${notice.what}`;
  const now = deps.clock.now();
  await sendToMember(deps, { memberId, kind, key: `${kind}/${eventId}` }, ({ name }) =>
    membershipNoticeEmail(deps.sender, { name, notice, month, membership, now }),
  );
});
