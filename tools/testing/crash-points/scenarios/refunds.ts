import { randomUUID } from 'node:crypto';
import { requestRefund } from '#domain/refund/decide.ts';
import { refundDecider } from '#domain/refund/decider.ts';
import { readSale } from '#services/commands/refund/read-sale.ts';
import { finishRefundJob } from '#workers/jobs/finish-refund/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { book, buyPass, subscribe } from './steps.ts';

/** Sells three passes, books a class with one of them, and returns the payment's id. */
async function sell(cell: Cell, member: CellMember): Promise<string> {
  const classId = await cell.addClass();
  const paymentIntentId = await buyPass(cell, member);
  await book(cell, member, classId);
  cell.streams.add(refundDecider.stream(paymentIntentId));
  return paymentIntentId;
}

const refund = (paymentIntentId: string) => ({
  paymentIntentId,
  order: { mode: 'unused' as const },
  reason: 'Moves away',
  requestKey: randomUUID(),
});

const acceptedDifferences = [
  {
    lines: /^\+ mail booking-confirmed to ann$/,
    reason: 'the booking stands until the sweep cancels it, so its confirmation is still sent',
  },
];

/** Refunds by staff, and purchases that are cancelled. */
export const refundScenarios: readonly Scenario[] = [
  {
    covers: ['refund/refund-payment', 'refund/read-sale', 'refund/finish-refund'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const { paymentIntentId, order, ...body } = refund(await sell(cell, ann));
      const path = `/api/admin/payments/${paymentIntentId}/refund`;
      return async () => {
        await cell.request(cell.shared.admin, 'POST', path, { ...order, ...body });
      };
    },
  },
  {
    covers: ['refund/withdraw-purchase', 'refund/withdraw', 'refund/finish-withdrawal'],
    acceptedDifferences,
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const paymentIntentId = await sell(cell, ann);
      return () => cell.request(ann.token, 'POST', `/api/user/passes/lot-${paymentIntentId}/withdraw`);
    },
  },
  {
    covers: ['refund/withdraw-membership', 'refund/withdraw', 'refund/finish-withdrawal'],
    acceptedDifferences,
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const classId = await cell.addClass();
      const { id, paymentIntentId } = await subscribe(cell, ann);
      await book(cell, ann, classId);
      cell.streams.add(refundDecider.stream(paymentIntentId));
      return () => cell.request(ann.token, 'POST', `/api/membership/${id}/withdraw`);
    },
  },
  {
    covers: ['job finish-refund'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const order = refund(await sell(cell, ann));
      const { paymentIntentId } = order;
      const { surviving } = cell.studio;
      const sale = await readSale(surviving, paymentIntentId);
      const context = cell.context(0);
      const { position } = await surviving.deciders.handle(refundDecider, paymentIntentId, context, (state) =>
        requestRefund(state, { ...order, sale, now: context.now }),
      );
      await cell.studio.waitForReadModels(position);
      return () => cell.runJob(finishRefundJob, { paymentIntentId });
    },
  },
];
