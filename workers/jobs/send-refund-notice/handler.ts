import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readPlanPaidWith } from '#projections/read-models/memberships/queries.ts';
import { readSale } from '#projections/read-models/payments/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendRefundNotice } from './definition.ts';
import { refundNoticeEmail } from './email.ts';

/** Notifies of a refund of a membership. One of passes has a notice of its own, which waits for them. */
async function notifyOfMembership(
  deps: JobDependencies,
  {
    eventId,
    memberId,
    paymentIntentId,
    amountPence,
  }: { eventId: string; memberId: string; paymentIntentId: string; amountPence: number },
): Promise<void> {
  if ((await readSale(deps.pool, paymentIntentId)) !== undefined) return;
  const passName = await readPlanPaidWith(deps.pool, paymentIntentId);
  if (passName === undefined) throw new NotProjectedYet(`The payment ${paymentIntentId}`);
  await sendToMember(deps, { memberId, kind: 'refund', key: `refund-notice/${eventId}` }, ({ name }) =>
    refundNoticeEmail(deps.sender, { name, what: 'refunded', amountPence, passName, lot: null }),
  );
}

/** Waits until the passes match the refund, because the email states both. */
export const sendRefundNoticeHandler = defineJobHandler(
  sendRefundNotice,
  async (deps, { eventId, at, memberId, paymentIntentId, what, amountPence }) => {
    if (what === 'membership_refunded')
      return notifyOfMembership(deps, { eventId, memberId, paymentIntentId, amountPence });
    const sale = await readSale(deps.pool, paymentIntentId);
    if (!sale?.moneyBackAt || sale.moneyBackAt < new Date(at)) {
      throw new NotProjectedYet(`The refund or dispute of ${paymentIntentId}`);
    }
    if (!sale.isSettled) throw new Error(`The passes of ${paymentIntentId} are not settled yet`);
    const { passName, lot } = sale;
    await sendToMember(deps, { memberId, kind: 'refund', key: `refund-notice/${eventId}` }, ({ name }) =>
      refundNoticeEmail(deps.sender, { name, what, amountPence, passName, lot }),
    );
  },
);
