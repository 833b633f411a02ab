import { readPlansOnSale } from '#projections/read-models/plans/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { cacheUntilChange } from '#services/api/load-shedding/cached-answer.ts';
import { CachedJson } from '#services/api/load-shedding/cached-json.ts';
import { sendCachedJson } from '#services/api/load-shedding/send-cached-json.ts';
import { describePlan } from '#services/api/presenters/describe-plan.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { type PlansAnswer, plansAnswer } from '#services/contract/plans.ts';

/** `GET /api/membership/plans`: the plans on sale, the first one first. Every visitor of the home page reads it. */
export function registerMembershipPlanRoutes(app: TypedApp, { pool, waiter }: ApiDependencies): void {
  const readPlans = cacheUntilChange(app, waiter, 'catalogue', async () => {
    const answer: PlansAnswer = { success: true, plans: (await readPlansOnSale(pool)).map(describePlan) };
    return new CachedJson(JSON.stringify(answer));
  });

  app.get(
    '/api/membership/plans',
    { schema: { tags: ['membership'], response: { 200: plansAnswer } } },
    async (_request, reply) => sendCachedJson(reply, await readPlans()),
  );
}
