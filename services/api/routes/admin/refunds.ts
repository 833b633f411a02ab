import { readRefundedSales } from '#projections/read-models/payments/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { describeRefundedSale } from '#services/api/presenters/describe-refunded-sale.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { adminRefundsAnswer } from '#services/contract/admin-refunds.ts';
import { protectRoutes } from '../protect-routes.ts';

/** `GET /api/admin/refunds`: refunded and disputed sales with their active bookings. */
export function registerAdminRefundRoutes(app: TypedApp, { authentication, pool }: ApiDependencies): void {
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');
  app.get('/api/admin/refunds', withSchema({ response: { 200: adminRefundsAnswer } }), async () => {
    const sales = await readRefundedSales(pool);
    return { success: true as const, refunds: sales.map(describeRefundedSale) };
  });
}
