import { readPlansOnSale } from '#projections/read-models/plans/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { describePlan } from '#services/api/presenters/describe-plan.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { plansAnswer } from '#services/contract/plans.ts';

/** `GET /api/membership/plans`: the plans on sale, the first one first. */
export function registerMembershipPlanRoutes(app: TypedApp, { pool }: ApiDependencies): void {
  app.get(
    '/api/membership/plans',
    { schema: { tags: ['membership'], response: { 200: plansAnswer } } },
    async () => ({ success: true as const, plans: (await readPlansOnSale(pool)).map(describePlan) }),
  );
}
