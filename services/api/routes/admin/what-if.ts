import { addDaysToDay, toLondonInstant } from '#domain/london-time.ts';
import { describeContradiction } from '#domain/rules/decide.ts';
import { ruleKeys } from '#domain/rules/rule-keys.ts';
import { readRulebook } from '#projections/read-models/rules/queries.ts';
import { hasHistoryBetween } from '#projections/read-models/wallet/span-queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { HttpError, notFound } from '#services/api/http-error.ts';
import { describeWhatIf } from '#services/api/presenters/describe-what-if.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { chooseSweepValues } from '#services/audit/what-if/sweep-values.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import {
  whatIfAnswer,
  whatIfBody,
  whatIfParams,
  whatIfQuery,
  whatIfStarted,
} from '#services/contract/what-if.ts';
import { protectRoutes } from '../protect-routes.ts';

const RETRY_SECONDS = 10;

/** What other rules would have done: start, read and cancel. Nothing is written. */
export function registerWhatIfRoutes(
  app: TypedApp,
  { authentication, pool, clock, whatIfs }: ApiDependencies,
): void {
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.post(
    '/api/admin/what-if',
    withSchema({ body: whatIfBody, response: { 200: whatIfStarted } }),
    async (request) => {
      const { from, to } = request.body;
      const { values } = await readRulebook(pool);
      const keys = ruleKeys.filter((key) => request.body.rules[key] !== undefined);
      const rules = Object.fromEntries(keys.map((key) => [key, request.body.rules[key] ?? '']));
      const contradiction = describeContradiction({ ...values, ...rules });
      if (contradiction !== null) throw contradiction;
      const span = {
        from: toLondonInstant(from, '00:00'),
        until: toLondonInstant(addDaysToDay(to, 1), '00:00'),
        now: clock.now(),
      };
      if (!(await hasHistoryBetween(pool, span)))
        throw new HttpError(
          422,
          'EMPTY_SPAN',
          'Nothing was booked, bought or planned on these days. Choose others.',
        );
      const sweep = chooseSweepValues(rules, { inForce: values, keys });
      const run = whatIfs.start({ from, to, rules, sweep }, { span, fixed: rules, sweep });
      if (run === null)
        throw new HttpError(
          429,
          'WHAT_IF_RUNNING',
          'Another question is being answered. Please wait for it, or cancel it.',
          RETRY_SECONDS,
        );
      return { success: true as const, runId: run.id };
    },
  );

  const requireRun = (runId: string) => {
    const run = whatIfs.find(runId);
    if (run === null) throw notFound('That question is over, and another one was asked since.');
    return run;
  };

  app.get(
    '/api/admin/what-if/:runId',
    withSchema({ params: whatIfParams, querystring: whatIfQuery, response: { 200: whatIfAnswer } }),
    async (request) => describeWhatIf(requireRun(request.params.runId), request.query.offset ?? 0),
  );

  app.delete(
    '/api/admin/what-if/:runId',
    withSchema({ params: whatIfParams, response: { 200: commandAnswer } }),
    async (request) => {
      await whatIfs.cancel(requireRun(request.params.runId));
      return { success: true as const };
    },
  );
}
