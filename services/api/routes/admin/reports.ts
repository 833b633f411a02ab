import { readMoneyOfMonth } from '#projections/read-models/money/queries.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun } from '#services/api/dry-run.ts';
import { createMonthWorkbook } from '#services/api/figures/create-month-workbook.ts';
import { describeMoneyEntry, describeMonthClosing } from '#services/api/figures/describe-figures.ts';
import { formatMonth, readMonth, readWeek } from '#services/api/figures/read-figures.ts';
import { workbookType } from '#services/api/figures/workbook-sheets.ts';
import { formatAttachment } from '#services/api/format-attachment.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { closeMonth } from '#services/commands/accounting/close-month.ts';
import {
  closeMonthBody,
  monthlyReportAnswer,
  monthQuery,
  weeklyAnalyticsAnswer,
  weekQuery,
} from '#services/contract/analytics.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { protectRoutes } from '../protect-routes.ts';

/** The weekly analytics, the monthly report, and closing a month. */
export function registerAdminReportRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, config } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get(
    '/api/admin/weekly-analytics',
    withSchema({ querystring: weekQuery, response: { 200: weeklyAnalyticsAnswer } }),
    async ({ query: { weekStartDate } }) => ({
      success: true as const,
      weeklyData: await readWeek(pool, weekStartDate),
    }),
  );

  app.get(
    '/api/admin/monthly-report',
    withSchema({ querystring: monthQuery, response: { 200: monthlyReportAnswer } }),
    async ({ query: { year, month } }) => {
      const { figures, closing } = await readMonth(pool, formatMonth(year, month), clock.now());
      const names = closing?.closedBy
        ? await readStaffNames(pool, [closing.closedBy])
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
    withSchema({ querystring: monthQuery }),
    async ({ query: { year, month } }, reply) => {
      const name = formatMonth(year, month);
      const [{ figures }, money] = await Promise.all([
        readMonth(pool, name, clock.now()),
        readMoneyOfMonth(pool, name),
      ]);
      const entries = money.map(describeMoneyEntry);
      return reply
        .type(workbookType)
        .header('content-disposition', formatAttachment(`monthly-report-${name}.xlsx`))
        .send(await createMonthWorkbook({ figures, money: entries }, config.studio.name));
    },
  );

  app.post(
    '/api/admin/months/close',
    withSchema({
      body: closeMonthBody,
      querystring: dryRunQuery,
      response: { 200: dryRunAnswer.or(commandAnswer) },
    }),
    async (request) => {
      const month = formatMonth(request.body.year, request.body.month);
      const { figures, throughPosition, closing } = await readMonth(pool, month, clock.now());
      if (request.query.dryRun) {
        const effects = describeMonthClosing(figures, closing !== null);
        return answerDryRun(effects);
      }
      const { position } = await closeMonth(
        deps,
        { month, figures: JSON.stringify(figures), throughPosition },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, ['months'])) };
    },
  );
}
