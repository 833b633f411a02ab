import { z } from 'zod';
import { toLondonDay } from '#domain/london-time.ts';
import { readAllClosures } from '#projections/read-models/closures/queries.ts';
import { readTimetableClasses } from '#projections/read-models/schedule/queries.ts';
import { readPassHolders } from '#projections/read-models/wallet/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import { listBankHolidays } from '#services/api/presenters/bank-holidays.ts';
import { describeClosure, describeClosureEffects } from '#services/api/presenters/describe-closure.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { applyClosure } from '#services/commands/closure/apply-closure.ts';
import { liftClosure } from '#services/commands/closure/lift-closure.ts';
import { setClosure } from '#services/commands/closure/set-closure.ts';
import { adminClosuresAnswer, closureAnswer, closureBody } from '#services/contract/closures.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['closures', 'schedule', 'bookings', 'booking-progress', 'wallet', 'waitlist'];
const params = z.object({ id: numericIdText });

/** The days on which the studio is closed. */
export function registerAdminClosureRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');
  const sources = {
    readScheduledClasses: (from: string, to: string) => readTimetableClasses(pool, from, to),
    readPassHolders: (from: string, to: string) => readPassHolders(pool, from, to),
  };

  app.get('/api/admin/closures', withSchema({ response: { 200: adminClosuresAnswer } }), async () => {
    const now = clock.now();
    return {
      success: true as const,
      closures: (await readAllClosures(pool)).map((row) => describeClosure(row, now)),
      bankHolidays: listBankHolidays(toLondonDay(now)),
    };
  });

  app.post(
    '/api/admin/closures',
    withSchema({
      querystring: dryRunQuery,
      body: closureBody,
      response: { 200: z.union([dryRunAnswer, closureAnswer]) },
    }),
    async (request) => {
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        const dry = createDryDependencies(deps);
        const { closureId } = await setClosure({ ...dry, ...sources }, request.body, context);
        await applyClosure({ ...dry, ...sources }, { closureId }, context);
        return answerDryRun(await describeClosureEffects(pool, dry.events, context.now));
      }
      const { closureId, position } = await setClosure({ ...deps, ...sources }, request.body, context);
      return { success: true as const, closureId, ...(await catchUp(position, readModels)) };
    },
  );

  app.delete(
    '/api/admin/closures/:id',
    withSchema({
      params,
      querystring: dryRunQuery,
      response: { 200: z.union([dryRunAnswer, commandAnswer]) },
    }),
    async (request) => {
      const context = createCommandContext(request, clock);
      const closure = { closureId: request.params.id };
      if (request.query.dryRun) {
        const dry = createDryDependencies(deps);
        await liftClosure(dry, closure, context);
        await applyClosure({ ...dry, ...sources }, closure, context);
        return answerDryRun(await describeClosureEffects(pool, dry.events, context.now));
      }
      const { position } = await liftClosure(deps, closure, context);
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );
}
