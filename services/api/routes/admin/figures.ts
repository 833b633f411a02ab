import { z } from 'zod';
import { addDaysToDay, endOfLondonDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import { Refusal } from '#domain/refusal.ts';
import {
  type MoneyRow,
  moneyOfMonth,
  passSalesBetween,
  recentPurchases,
} from '#projections/read-models/money/queries.ts';
import { type PassUseRow, passUsesOf, unusedLotsAt } from '#projections/read-models/pass-uses/queries.ts';
import { classById } from '#projections/read-models/schedule/queries.ts';
import { staffNames } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { sum } from '#services/api/figures/class-figures.ts';
import { getSaleName } from '#services/api/figures/month-figures.ts';
import { createMonthWorkbook } from '#services/api/figures/month-workbook.ts';
import { formatMonth, readMonth, readWeek } from '#services/api/figures/read-figures.ts';
import { readTrends } from '#services/api/figures/read-trends.ts';
import { bearer, type TypedApp } from '#services/api/typed-app.ts';
import { closeMonth } from '#services/commands/accounting/close-month.ts';
import {
  classRevenueAnswer,
  closeMonthBody,
  liabilityAnswer,
  liabilityQuery,
  moneyAnswer,
  monthlyReportAnswer,
  monthQuery,
  passSalesAnswer,
  trendsAnswer,
  weeklyAnalyticsAnswer,
  weekQuery,
} from '#services/contract/analytics.ts';
import { dryRunAnswer, dryRunQuery, type Effects } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { numericIdText } from '#services/contract/values.ts';

const tags = ['staff'];
const classRevenueParams = z.object({ classId: numericIdText });
const salesDays = 30;
const mostRecent = 500;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Use = z.infer<typeof classRevenueAnswer>['uses'][number];
type Entry = z.infer<typeof moneyAnswer>['entries'][number];

const kinds = { purchase: 'purchase', membership: 'membership', adjustment: 'adjustment' } as const;
const sourceOf = (kind: string): Use['source'] =>
  Object.values(kinds).find((known) => known === kind) ?? 'adjustment';

const describeUse = ({ memberId, userName, kind, nth, at, ...use }: PassUseRow): Use => ({
  bookingId: use.bookingId,
  userId: memberId,
  userName: userName ?? '',
  lotId: use.lotId,
  passName: use.passName,
  source: sourceOf(kind),
  lotPrice: use.lotPrice,
  lotPasses: use.lotPasses,
  nthOfLot: nth,
  value: use.value,
  state: use.state,
  at: at.toISOString(),
  position: use.position,
  stream: use.stream,
  revision: use.revision,
});

const describeEntry = (row: MoneyRow): Entry => ({
  kind: row.kind,
  at: row.at.toISOString(),
  userId: row.memberId,
  userName: row.userName ?? '',
  name: getSaleName(row),
  amount: row.amount,
  paymentIntentId: row.paymentIntentId,
  invoiceId: row.invoiceId,
  position: row.position,
  stream: row.stream,
  revision: row.revision,
});

/** What the studio earns and owes: by week, by month, by pass, and every pound of it down to the log. */
export function registerAdminFigureRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, config } = deps;
  const onRequest = authentication.requireStaff();

  app.get(
    '/api/admin/weekly-analytics',
    {
      onRequest,
      schema: { tags, security: bearer, querystring: weekQuery, response: { 200: weeklyAnalyticsAnswer } },
    },
    async ({ query: { weekStartDate } }) => ({
      success: true as const,
      weeklyData: await readWeek(pool, weekStartDate),
    }),
  );

  app.get(
    '/api/admin/monthly-report',
    {
      onRequest,
      schema: { tags, security: bearer, querystring: monthQuery, response: { 200: monthlyReportAnswer } },
    },
    async ({ query: { year, month } }) => {
      const { figures, closing } = await readMonth(pool, formatMonth(year, month), clock.now());
      const names = closing?.closedBy
        ? await staffNames(pool, [closing.closedBy])
        : new Map<string, string>();
      return {
        success: true as const,
        monthlyData: figures,
        closed: closing && {
          at: closing.closedAt.toISOString(),
          by: names.get(closing.closedBy ?? '') ?? 'Admin',
          position: closing.position,
        },
      };
    },
  );

  app.get(
    '/api/admin/monthly-report/excel',
    { onRequest, schema: { tags, security: bearer, querystring: monthQuery } },
    async ({ query: { year, month } }, reply) => {
      const name = formatMonth(year, month);
      const { figures } = await readMonth(pool, name, clock.now());
      return reply
        .type(xlsx)
        .header('content-disposition', `attachment; filename="monthly-report-${name}.xlsx"`)
        .send(await createMonthWorkbook(figures, config.studio.name));
    },
  );

  app.post(
    '/api/admin/months/close',
    {
      onRequest,
      schema: {
        tags,
        security: bearer,
        body: closeMonthBody,
        querystring: dryRunQuery,
        response: { 200: dryRunAnswer.or(commandAnswer) },
      },
    },
    async (request) => {
      const month = formatMonth(request.body.year, request.body.month);
      const { figures, throughPosition, closing } = await readMonth(pool, month, clock.now());
      if (request.query.dryRun) {
        const { totals } = figures;
        const effects: Effects = {
          summary: closing
            ? ['This month is closed already; nothing changes.']
            : [
                `The report stays as it is now, for ever: ${formatPounds(totals.totalRevenue)} received, ${formatPounds(totals.totalCosts)} of fees, ${formatPounds(totals.netProfit)} net profit.`,
                'Refunds and corrections that come later appear in the next open month as adjustments.',
                ...(figures.isOver ? [] : ['It can be closed once the month is over.']),
              ],
          counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 },
          people: [],
        };
        return { success: true as const, dryRun: true as const, effects };
      }
      const { position } = await closeMonth(
        deps,
        { month, figures: JSON.stringify(figures), throughPosition },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, ['months'])) };
    },
  );

  app.get(
    '/api/admin/pass-sales',
    { onRequest, schema: { tags, security: bearer, response: { 200: passSalesAnswer } } },
    async () => {
      const to = toLondonDay(clock.now());
      const from = addDaysToDay(to, 1 - salesDays);
      const [sales, purchases] = await Promise.all([
        passSalesBetween(pool, from, to),
        recentPurchases(pool, toLondonInstant(from, '00:00'), mostRecent),
      ]);
      return {
        success: true as const,
        from,
        to,
        salesData: sales.map((sale) => ({
          ...sale,
          averagePrice: Math.round(sale.totalRevenue / sale.totalSales),
        })),
        recentPurchases: purchases.map(({ lotId, memberId, userName, purchaseDate, ...purchase }) => ({
          id: lotId,
          userId: memberId,
          userName: userName ?? '',
          ...purchase,
          purchaseDate: purchaseDate.toISOString(),
        })),
      };
    },
  );

  app.get(
    '/api/admin/trends',
    { onRequest, schema: { tags, security: bearer, response: { 200: trendsAnswer } } },
    async () => ({ success: true as const, ...(await readTrends(pool, clock.now())) }),
  );

  app.get(
    '/api/admin/liability',
    {
      onRequest,
      schema: { tags, security: bearer, querystring: liabilityQuery, response: { 200: liabilityAnswer } },
    },
    async ({ query: { on } }) => {
      const rows = await unusedLotsAt(pool, endOfLondonDay(on));
      const lots = rows.map(({ lotPrice, memberId, expiresAt, ...lot }) => ({
        ...lot,
        userId: memberId,
        // The remainder is on the last pass, which is among the unused ones while there are any.
        value: Math.floor(lotPrice / lot.granted) * lot.unused + (lotPrice % lot.granted),
        expiresAt: expiresAt.toISOString(),
      }));
      return {
        success: true as const,
        on,
        passes: sum(lots, ({ unused }) => unused),
        value: sum(lots, ({ value }) => value),
        lots,
      };
    },
  );

  app.get(
    '/api/admin/class-revenue/:classId',
    {
      onRequest,
      schema: {
        tags,
        security: bearer,
        params: classRevenueParams,
        response: { 200: classRevenueAnswer },
      },
    },
    async ({ params: { classId } }) => {
      if ((await classById(pool, classId)) === undefined) throw new Refusal('CLASS_NOT_FOUND');
      const uses = (await passUsesOf(pool, [classId])).map(describeUse);
      return { success: true as const, classId, total: sum(uses, ({ value }) => value), uses };
    },
  );

  app.get(
    '/api/admin/money',
    {
      onRequest,
      schema: { tags, security: bearer, querystring: monthQuery, response: { 200: moneyAnswer } },
    },
    async ({ query: { year, month } }) => {
      const rows = await moneyOfMonth(pool, formatMonth(year, month));
      return { success: true as const, entries: rows.map(describeEntry) };
    },
  );
}
