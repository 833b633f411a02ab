import { z } from 'zod';
import { readMemberNames } from '#projections/read-models/members/queries.ts';
import { readRefundedSales } from '#projections/read-models/payments/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { describeRefund } from '#services/api/presenters/describe-refund.ts';
import { describeRefundedSale } from '#services/api/presenters/describe-refunded-sale.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { previewRefund } from '#services/commands/refund/preview-refund.ts';
import { refundPayment } from '#services/commands/refund/refund-payment.ts';
import {
  adminRefundsAnswer,
  refundAnswer,
  refundBody,
  refundPreviewAnswer,
} from '#services/contract/admin-refunds.ts';
import { dryRunQuery } from '#services/contract/dry-run.ts';
import { paymentId } from '#services/contract/payments.ts';
import { protectRoutes } from '../protect-routes.ts';

const params = z.object({ id: paymentId });

/** Refunded and disputed sales with their active bookings, and refunding a payment. */
export function registerAdminRefundRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get('/api/admin/refunds', withSchema({ response: { 200: adminRefundsAnswer } }), async () => {
    const sales = await readRefundedSales(pool);
    return { success: true as const, refunds: sales.map(describeRefundedSale) };
  });

  app.post(
    '/api/admin/payments/:id/refund',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: refundBody,
      response: { 200: z.union([refundPreviewAnswer, refundAnswer]) },
    }),
    async (request) => {
      const { mode, amountPence, reason, requestKey } = request.body;
      const refund = { paymentIntentId: request.params.id, order: { mode, amountPence } };
      if (request.query.dryRun) {
        const preview = await previewRefund(deps, refund, clock.now());
        const names = await readMemberNames(pool, [preview.memberId]);
        return describeRefund(preview, names.get(preview.memberId) ?? 'A former member');
      }
      const context = createCommandContext(request, clock);
      const { position, ...made } = await refundPayment(deps, { ...refund, reason, requestKey }, context);
      const caughtUp = await catchUp(position, ['payments', 'memberships', 'wallet', 'money', 'refunds']);
      return { success: true as const, refund: made, ...caughtUp };
    },
  );
}
