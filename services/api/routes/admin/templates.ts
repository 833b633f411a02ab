import { z } from 'zod';
import { readTemplateById, readTemplates } from '#projections/read-models/templates/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import { describeTemplate, describeTemplateRemoval } from '#services/api/presenters/describe-template.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { changeTemplate } from '#services/commands/template/change-template.ts';
import { createTemplate } from '#services/commands/template/create-template.ts';
import { removeTemplate } from '#services/commands/template/remove-template.ts';
import {
  changeTemplateBody,
  createTemplateBody,
  templateAnswer,
  weeklyTemplatesAnswer,
} from '#services/contract/admin-templates.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { expectedTemplate, optionalExpected } from '#services/contract/expected-facts.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['templates'];
const params = z.object({ id: numericIdText });

/** The weekly templates. */
export function registerAdminTemplateRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, idempotentIds } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  const answerWith = async (templateId: number, position: bigint | null) => {
    const pending = await catchUp(position, readModels);
    const row = await readTemplateById(pool, templateId);
    return { success: true as const, ...pending, ...(row ? { template: describeTemplate(row) } : {}) };
  };

  app.get(
    '/api/admin/weekly-templates',
    withSchema({ response: { 200: weeklyTemplatesAnswer } }),
    async () => ({ templates: (await readTemplates(pool)).map(describeTemplate) }),
  );

  app.post(
    '/api/admin/weekly-templates',
    withSchema({ body: createTemplateBody, response: { 200: templateAnswer } }),
    async (request) => {
      const { requestKey, ...template } = request.body;
      const { templateId, position } = await createTemplate(
        { ...deps, nextTemplateId: () => idempotentIds.templateId.next(requestKey) },
        template,
        createCommandContext(request, clock),
      );
      return answerWith(templateId, position);
    },
  );

  app.put(
    '/api/admin/weekly-templates/:id',
    withSchema({ params, body: changeTemplateBody, response: { 200: templateAnswer } }),
    async (request) => {
      const { id: templateId } = request.params;
      const change = { ...request.body, templateId };
      const { position } = await changeTemplate(deps, change, createCommandContext(request, clock));
      return answerWith(templateId, position);
    },
  );

  app.delete(
    '/api/admin/weekly-templates/:id',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: optionalExpected(expectedTemplate),
      response: { 200: z.union([dryRunAnswer, commandAnswer]) },
    }),
    async (request) => {
      const { id: templateId } = request.params;
      const removal = { templateId, expected: request.body?.expected };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        const { classes } = await removeTemplate(createDryDependencies(deps), removal, context);
        const effects = describeTemplateRemoval(await readTemplateById(pool, templateId), classes);
        return answerDryRun(effects);
      }
      const { position } = await removeTemplate(deps, removal, context);
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );
}
