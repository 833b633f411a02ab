import type { Pool } from 'pg';
import { z } from 'zod';
import { formatValidity } from '#domain/pass/format-validity.ts';
import { Refusal } from '#domain/refusal.ts';
import { readClassPassesWithSales, type SoldPassRow } from '#projections/read-models/catalogue/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import {
  describeAdminPass,
  describePassChange,
  describePassRemoval,
} from '#services/api/presenters/describe-admin-pass.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { changePass } from '#services/commands/catalogue/change-pass.ts';
import { createPass } from '#services/commands/catalogue/create-pass.ts';
import { removePass } from '#services/commands/catalogue/remove-pass.ts';
import {
  adminPassAnswer,
  adminPassesAnswer,
  changePassBody,
  newPassBody,
  proposeValidity,
} from '#services/contract/admin-passes.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { expectedPass, optionalExpected } from '#services/contract/expected-facts.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['catalogue'];
const params = z.object({ id: numericIdText });

async function findPass(pool: Pool, passId: number): Promise<SoldPassRow | undefined> {
  return (await readClassPassesWithSales(pool)).find(({ id }) => id === passId);
}

async function requirePass(pool: Pool, passId: number): Promise<SoldPassRow> {
  const row = await findPass(pool, passId);
  if (row === undefined) throw new Refusal('PASS_NOT_FOUND');
  return row;
}

/** The validity is one fact. */
const toPassFacts = (expected: z.infer<typeof expectedPass>) =>
  expected && { ...expected, validity: expected.validity && formatValidity(expected.validity) };

/** The admin's catalogue of passes. */
export function registerAdminPassRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, idempotentIds } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  const answerWith = async (passId: number, position: bigint | null) => {
    const pending = await catchUp(position, readModels);
    const row = await findPass(pool, passId);
    return { success: true as const, ...pending, ...(row ? { classPass: describeAdminPass(row) } : {}) };
  };

  app.get('/api/admin/class-passes', withSchema({ response: { 200: adminPassesAnswer } }), async () => {
    const rows = await readClassPassesWithSales(pool);
    return { success: true as const, classPasses: rows.map(describeAdminPass) };
  });

  app.post(
    '/api/admin/class-passes',
    withSchema({ body: newPassBody, response: { 200: adminPassAnswer } }),
    async (request) => {
      const { price: pricePence, isSignUpOnly, validity, requestKey, ...details } = request.body;
      const { passId, position } = await createPass(
        { ...deps, nextPassId: () => idempotentIds.passId.next(requestKey) },
        {
          ...details,
          pricePence,
          offer: isSignUpOnly ? 'sign_up' : null,
          validity: validity ?? proposeValidity(details.classes, isSignUpOnly),
        },
        createCommandContext(request, clock),
      );
      return answerWith(passId, position);
    },
  );

  app.put(
    '/api/admin/class-passes/:id',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: changePassBody,
      response: { 200: z.union([dryRunAnswer, adminPassAnswer]) },
    }),
    async (request) => {
      const { id: passId } = request.params;
      const { price: pricePence, validity = null, expected, ...details } = request.body;
      const change = { ...details, passId, pricePence, validity, expected: toPassFacts(expected) };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        await changePass(createDryDependencies(deps), change, context);
        const effects = describePassChange(await requirePass(pool, passId), request.body);
        return answerDryRun(effects);
      }
      const { position } = await changePass(deps, change, context);
      return answerWith(passId, position);
    },
  );

  app.delete(
    '/api/admin/class-passes/:id',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: optionalExpected(expectedPass),
      response: { 200: z.union([dryRunAnswer, commandAnswer]) },
    }),
    async (request) => {
      const { id: passId } = request.params;
      const removal = { passId, expected: toPassFacts(request.body?.expected) };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        await removePass(createDryDependencies(deps), removal, context);
        const effects = describePassRemoval(await requirePass(pool, passId));
        return answerDryRun(effects);
      }
      const { position } = await removePass(deps, removal, context);
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );
}
