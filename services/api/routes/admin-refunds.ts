import { refundedSales } from '#projections/read-models/payments/queries.ts';
import { adminRefundsAnswer } from '#services/contract/admin-refunds.ts';
import { describeRefundedSale } from '../answers/describe-refunded-sale.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

/** `GET /api/admin/refunds`: what was paid back or disputed, and the bookings that stand on it. */
export function adminRefundRoutes(app: TypedApp, { authentication, pool }: ApiDependencies): void {
  app.get(
    '/api/admin/refunds',
    {
      onRequest: authentication.requireStaff(),
      schema: { tags: ['staff'], security: bearer, response: { 200: adminRefundsAnswer } },
    },
    async () => {
      const sales = await refundedSales(pool);
      return { success: true as const, refunds: sales.map(describeRefundedSale) };
    },
  );
}
