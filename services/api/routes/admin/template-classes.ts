import type { Pool } from 'pg';
import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import {
  readTemplateById,
  readTemplateClassById,
  readTemplateClasses,
} from '#projections/read-models/templates/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import {
  describeTemplateClass,
  describeTemplateClassRemoval,
} from '#services/api/presenters/describe-template.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { addTemplateClass } from '#services/commands/template/add-template-class.ts';
import { changeTemplateClass } from '#services/commands/template/change-template-class.ts';
import { removeTemplateClass } from '#services/commands/template/remove-template-class.ts';
import {
  changeTemplateClassBody,
  createTemplateClassBody,
  templateClassAnswer,
  templateClassesAnswer,
} from '#services/contract/admin-templates.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { expectedTemplateClass, optionalExpected } from '#services/contract/expected-facts.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['templates'];
const params = z.object({ id: numericIdText });

async function requireTemplateClass(pool: Pool, templateClassId: number) {
  const row = await readTemplateClassById(pool, templateClassId);
  if (row === undefined) throw new Refusal('TEMPLATE_CLASS_NOT_FOUND');
  return row;
}

/** The classes of the weekly templates. */
export function registerAdminTemplateClassRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, idempotentIds } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  const answerWith = async (templateClassId: number, position: bigint | null) => {
    const pending = await catchUp(position, readModels);
    const row = await readTemplateClassById(pool, templateClassId);
    return {
      success: true as const,
      ...pending,
      ...(row ? { templateClass: describeTemplateClass(row) } : {}),
    };
  };

  app.get(
    '/api/admin/template-classes/:templateId',
    withSchema({ params: z.object({ templateId: numericIdText }), response: { 200: templateClassesAnswer } }),
    async (request) => {
      const { templateId } = request.params;
      const [template, rows] = await Promise.all([
        readTemplateById(pool, templateId),
        readTemplateClasses(pool, templateId),
      ]);
      if (template === undefined) throw new Refusal('TEMPLATE_NOT_FOUND');
      return { templateClasses: rows.map(describeTemplateClass) };
    },
  );

  app.post(
    '/api/admin/template-classes',
    withSchema({ body: createTemplateClassBody, response: { 200: templateClassAnswer } }),
    async (request) => {
      const { name, maxCapacity, requestKey, ...when } = request.body;
      const { templateClassId, position } = await addTemplateClass(
        { ...deps, nextTemplateClassId: () => idempotentIds.templateClassId.next(requestKey) },
        { ...when, level: name, capacity: maxCapacity },
        createCommandContext(request, clock),
      );
      return answerWith(templateClassId, position);
    },
  );

  app.put(
    '/api/admin/template-classes/:id',
    withSchema({ params, body: changeTemplateClassBody, response: { 200: templateClassAnswer } }),
    async (request) => {
      const { id: templateClassId } = request.params;
      const { name, maxCapacity, ...when } = request.body;
      const { templateId } = await requireTemplateClass(pool, templateClassId);
      const { position } = await changeTemplateClass(
        deps,
        { templateId, templateClassId, ...when, level: name, capacity: maxCapacity },
        createCommandContext(request, clock),
      );
      return answerWith(templateClassId, position);
    },
  );

  app.delete(
    '/api/admin/template-classes/:id',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: optionalExpected(expectedTemplateClass),
      response: { 200: z.union([dryRunAnswer, commandAnswer]) },
    }),
    async (request) => {
      const { id: templateClassId } = request.params;
      const context = createCommandContext(request, clock);
      const row = await requireTemplateClass(pool, templateClassId);
      const removal = { templateId: row.templateId, templateClassId, expected: request.body?.expected };
      if (request.query.dryRun) {
        await removeTemplateClass(createDryDependencies(deps), removal, context);
        return answerDryRun(describeTemplateClassRemoval(row));
      }
      const { position } = await removeTemplateClass(deps, removal, context);
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );
}
