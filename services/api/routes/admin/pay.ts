import type { PayPeriod } from '#domain/pay/decider.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import { createPayWorkbook } from '#services/api/figures/create-pay-workbook.ts';
import { describePay, describePayClosing } from '#services/api/figures/describe-pay.ts';
import { readPay } from '#services/api/figures/read-pay.ts';
import { workbookType } from '#services/api/figures/workbook-sheets.ts';
import { formatAttachment } from '#services/api/format-attachment.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { closePayPeriod } from '#services/commands/accounting/close-pay-period.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { closePayBody, payAnswer, payQuery } from '#services/contract/pay.ts';
import { protectRoutes } from '../protect-routes.ts';

/** The pay of a period, its Excel file, and closing it. */
export function registerAdminPayRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, config } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  const answerPay = async (period: PayPeriod) => {
    const now = clock.now();
    const report = await readPay(pool, period, now);
    const closedBy = report.closing?.closedBy ?? null;
    const names = closedBy === null ? new Map<string, string>() : await readStaffNames(pool, [closedBy]);
    return describePay(report, names.get(closedBy ?? '') ?? 'Admin', now);
  };

  app.get('/api/admin/pay', withSchema({ querystring: payQuery, response: { 200: payAnswer } }), (request) =>
    answerPay(request.query),
  );

  app.get('/api/admin/pay/excel', withSchema({ querystring: payQuery }), async ({ query }, reply) =>
    reply
      .type(workbookType)
      .header('content-disposition', formatAttachment(`pay-${query.from}-to-${query.to}.xlsx`))
      .send(await createPayWorkbook(await answerPay(query), config.studio.name)),
  );

  app.post(
    '/api/admin/pay/close',
    withSchema({
      body: closePayBody,
      querystring: dryRunQuery,
      response: { 200: dryRunAnswer.or(commandAnswer) },
    }),
    async (request) => {
      const { expected, ...period } = request.body;
      const context = createCommandContext(request, clock);
      const report = await readPay(pool, period, context.now);
      const { classes, adjustments, periods } = report;
      const closing = { ...period, expected, classes, adjustments, closedBefore: periods.length };
      if (request.query.dryRun) {
        await closePayPeriod(createDryDependencies(deps), closing, context);
        return answerDryRun(describePayClosing(report));
      }
      const { position } = await closePayPeriod(deps, closing, context);
      return { success: true as const, ...(await catchUp(position, ['pay'])) };
    },
  );
}
