import { z } from 'zod';
import { readRates } from '#projections/read-models/pay/queries.ts';
import { readInstructorFees } from '#projections/read-models/setting-history/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { setRate } from '#services/commands/instructor/set-rate.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { rateBody, ratesAnswer } from '#services/contract/pay.ts';
import { classType, numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

/** What instructors' classes pay. */
export function registerAdminPayRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get('/api/admin/rates', withSchema({ response: { 200: ratesAnswer } }), async () => {
    const [rates, feeAt] = await Promise.all([readRates(pool), readInstructorFees(pool)]);
    return {
      success: true as const,
      feePence: feeAt(clock.now()),
      rates: rates.map((rate) => ({ ...rate, classType: classType.nullable().parse(rate.classType) })),
    };
  });

  app.post(
    '/api/admin/instructors/:id/rates',
    withSchema({
      params: z.object({ id: numericIdText }),
      body: rateBody,
      response: { 200: commandAnswer },
    }),
    async (request) => {
      const { classType: type, ...rate } = request.body;
      const { position } = await setRate(
        deps,
        { instructorId: request.params.id, ...rate, classType: type ?? null },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, ['pay'])) };
    },
  );
}
