import { z } from 'zod';
import { addDaysToDay, endOfLondonDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { Refusal } from '#domain/refusal.ts';
import {
  readMoneyOfMonth,
  readPassSales,
  readRecentPurchases,
} from '#projections/read-models/money/queries.ts';
import { readPassUses, readUnusedLots } from '#projections/read-models/pass-uses/queries.ts';
import { readClassById } from '#projections/read-models/schedule/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { sum } from '#services/api/figures/class-figures.ts';
import {
  describeLiability,
  describeMoneyEntry,
  describePassSales,
  describePassUse,
} from '#services/api/figures/describe-figures.ts';
import { formatMonth } from '#services/api/figures/read-figures.ts';
import { readTrends } from '#services/api/figures/read-trends.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import {
  classRevenueAnswer,
  liabilityAnswer,
  liabilityQuery,
  moneyAnswer,
  monthQuery,
  passSalesAnswer,
  trendsAnswer,
} from '#services/contract/analytics.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const salesDays = 30;
const maxRecentPurchases = 500;

/** Pass sales, trends, liability, and the single movements behind a class's revenue and a month's money. */
export function registerAdminFigureRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get('/api/admin/pass-sales', withSchema({ response: { 200: passSalesAnswer } }), async () => {
    const to = toLondonDay(clock.now());
    const from = addDaysToDay(to, 1 - salesDays);
    const [sales, purchases] = await Promise.all([
      readPassSales(pool, from, to),
      readRecentPurchases(pool, toLondonInstant(from, '00:00'), maxRecentPurchases),
    ]);
    return { success: true as const, from, to, ...describePassSales(sales, purchases) };
  });

  app.get('/api/admin/trends', withSchema({ response: { 200: trendsAnswer } }), async () => ({
    success: true as const,
    ...(await readTrends(pool, clock.now())),
  }));

  app.get(
    '/api/admin/liability',
    withSchema({ querystring: liabilityQuery, response: { 200: liabilityAnswer } }),
    async ({ query: { on } }) => {
      const rows = await readUnusedLots(pool, endOfLondonDay(on));
      return { success: true as const, on, ...describeLiability(rows) };
    },
  );

  app.get(
    '/api/admin/class-revenue/:classId',
    withSchema({ params: z.object({ classId: numericIdText }), response: { 200: classRevenueAnswer } }),
    async ({ params: { classId } }) => {
      if ((await readClassById(pool, classId)) === undefined) throw new Refusal('CLASS_NOT_FOUND');
      const uses = (await readPassUses(pool, [classId])).map(describePassUse);
      return { success: true as const, classId, total: sum(uses, ({ value }) => value), uses };
    },
  );

  app.get(
    '/api/admin/money',
    withSchema({ querystring: monthQuery, response: { 200: moneyAnswer } }),
    async ({ query: { year, month } }) => {
      const rows = await readMoneyOfMonth(pool, formatMonth(year, month));
      return { success: true as const, entries: rows.map(describeMoneyEntry) };
    },
  );
}
