import type { Pool } from 'pg';
import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import { readMembershipsOfPlan } from '#projections/read-models/memberships/queries.ts';
import { readPlans, readPlansOnSale } from '#projections/read-models/plans/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import {
  describeAdminPlan,
  describePlanChange,
  describePlanRetirement,
  describePriceChange,
} from '#services/api/presenters/describe-plan.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { changePlan } from '#services/commands/plan/change-plan.ts';
import { createPlan } from '#services/commands/plan/create-plan.ts';
import { proposePriceChange } from '#services/commands/plan/propose-price-change.ts';
import { retirePlan } from '#services/commands/plan/retire-plan.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { expectedPlan, optionalExpected } from '#services/contract/expected-facts.ts';
import {
  adminPlanAnswer,
  adminPlansAnswer,
  changePlanBody,
  newPlanBody,
  priceChangeBody,
} from '#services/contract/plans.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['plans'];
const params = z.object({ id: numericIdText });

const findPlan = async (pool: Pool, planId: number) =>
  (await readPlans(pool)).find(({ id }) => id === planId);

async function requirePlan(pool: Pool, planId: number) {
  const row = await findPlan(pool, planId);
  if (row === undefined) throw new Refusal('PLAN_NOT_FOUND');
  return row;
}

async function answerWith({ pool, catchUp }: ApiDependencies, planId: number, position: bigint | null) {
  const pending = await catchUp(position, readModels);
  const row = await findPlan(pool, planId);
  return { success: true as const, ...pending, ...(row ? { plan: describeAdminPlan(row) } : {}) };
}

/** The admin's plans of membership. */
export function registerAdminPlanRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, idempotentIds } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get('/api/admin/plans', withSchema({ response: { 200: adminPlansAnswer } }), async () => ({
    success: true as const,
    plans: (await readPlans(pool)).map(describeAdminPlan),
  }));

  app.post(
    '/api/admin/plans',
    withSchema({ body: newPlanBody, response: { 200: adminPlanAnswer } }),
    async (request) => {
      const { requestKey, ...input } = request.body;
      const nextPlanId = () => idempotentIds.planId.next(requestKey);
      const context = createCommandContext(request, clock);
      const { planId, position } = await createPlan({ ...deps, nextPlanId }, input, context);
      return answerWith(deps, planId, position);
    },
  );

  registerPlanChanges(app, deps);
}

function registerPlanChanges(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.put(
    '/api/admin/plans/:id',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: changePlanBody,
      response: { 200: z.union([dryRunAnswer, adminPlanAnswer]) },
    }),
    async (request) => {
      const { id: planId } = request.params;
      const change = { ...request.body, planId };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        await changePlan(createDryDependencies(deps), change, context);
        const [row, onSale] = await Promise.all([requirePlan(pool, planId), readPlansOnSale(pool)]);
        return answerDryRun(describePlanChange(row, change, onSale));
      }
      const { position } = await changePlan(deps, change, context);
      return answerWith(deps, planId, position);
    },
  );

  app.post(
    '/api/admin/plans/:id/price-change',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: priceChangeBody,
      response: { 200: z.union([dryRunAnswer, adminPlanAnswer]) },
    }),
    async (request) => {
      const { id: planId } = request.params;
      const change = { ...request.body, planId };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        await proposePriceChange(createDryDependencies(deps), change, context);
        const [row, holders] = await Promise.all([
          requirePlan(pool, planId),
          readMembershipsOfPlan(pool, planId),
        ]);
        return answerDryRun(describePriceChange(row, change, holders));
      }
      const { position } = await proposePriceChange(deps, change, context);
      return answerWith(deps, planId, position);
    },
  );

  app.delete(
    '/api/admin/plans/:id',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: optionalExpected(expectedPlan),
      response: { 200: z.union([dryRunAnswer, commandAnswer]) },
    }),
    async (request) => {
      const { id: planId } = request.params;
      const retirement = { planId, expected: request.body?.expected };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        await retirePlan(createDryDependencies(deps), retirement, context);
        const [row, onSale] = await Promise.all([requirePlan(pool, planId), readPlansOnSale(pool)]);
        return answerDryRun(describePlanRetirement(row, onSale));
      }
      const { position } = await retirePlan(deps, retirement, context);
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );
}
