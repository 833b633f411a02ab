import { z } from 'zod';
import { readInstructorAccounts, readRates } from '#projections/read-models/pay/queries.ts';
import { readInstructorFees } from '#projections/read-models/setting-history/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { linkAccount } from '#services/commands/instructor/link-account.ts';
import { setRate } from '#services/commands/instructor/set-rate.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { linkAccountBody, rateBody, ratesAnswer } from '#services/contract/pay.ts';
import { classType, numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['pay'];
const params = z.object({ id: numericIdText });

/** What instructors’ classes pay, and which account sees it. */
export function registerAdminRateRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get('/api/admin/rates', withSchema({ response: { 200: ratesAnswer } }), async () => {
    const now = clock.now();
    const [rates, feeAt, accounts] = await Promise.all([
      readRates(pool),
      readInstructorFees(pool),
      readInstructorAccounts(pool),
    ]);
    return {
      success: true as const,
      feePence: feeAt(now),
      rates: rates.map((rate) => ({ ...rate, classType: classType.nullable().parse(rate.classType) })),
      accounts,
      now: now.toISOString(),
    };
  });

  app.post(
    '/api/admin/instructors/:id/rates',
    withSchema({ params, body: rateBody, response: { 200: commandAnswer } }),
    async (request) => {
      const { classType: type, ...rate } = request.body;
      const { position } = await setRate(
        deps,
        { instructorId: request.params.id, ...rate, classType: type ?? null },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );

  app.put(
    '/api/admin/instructors/:id/account',
    withSchema({ params, body: linkAccountBody, response: { 200: commandAnswer } }),
    async (request) => {
      const { staffId: accountId, expected } = request.body;
      const { position } = await linkAccount(
        deps,
        { instructorId: request.params.id, accountId, expected },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );
}
