import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readSale } from '#projections/read-models/payments/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendRefundNotice } from './definition.ts';
import { refundNoticeEmail } from './email.ts';

/** Waits until the passes match the refund, because the email states both. */
export const sendRefundNoticeHandler = defineJobHandler(
  sendRefundNotice,
  async (deps, { eventId, at, memberId, paymentIntentId, what, amountPence }) => {
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
