import type { Pool } from 'pg';
import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import { readInstructorById, readInstructors } from '#projections/read-models/instructors/queries.ts';
import { readClassesByIds, readClassesToTeach } from '#projections/read-models/schedule/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import { InstructorHasClasses } from '#services/api/http-error.ts';
import { describeInstructorRemoval } from '#services/api/presenters/describe-class-effects.ts';
import { describeRefusal } from '#services/api/refusals.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { addInstructor } from '#services/commands/instructor/add-instructor.ts';
import { changeInstructor } from '#services/commands/instructor/change-instructor.ts';
import { removeInstructor } from '#services/commands/instructor/remove-instructor.ts';
import {
  changeInstructorBody,
  instructorAnswer,
  newInstructorBody,
} from '#services/contract/admin-schedule.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { expectedInstructor, optionalExpected } from '#services/contract/expected-facts.ts';
import { instructorsAnswer } from '#services/contract/schedule.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['instructors'];

/** Rethrows the refusal of a removal with the names and times of the classes in question. */
async function rethrowWithClasses(pool: Pool, error: unknown): Promise<never> {
  if (!(error instanceof Refusal) || error.code !== 'INSTRUCTOR_HAS_CLASSES') throw error;
  const rows = await readClassesByIds(pool, String(error.details.classIds).split(' ').map(Number));
  const classes = rows.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  throw new InstructorHasClasses(
    describeRefusal(error).error,
    classes.map(({ id, name, date, time }) => ({ id, name, date, time })),
  );
}

/** The instructors. Their list is public, since the timetable shows their names; only admins change it. */
export function registerAdminInstructorRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, idempotentIds } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get(
    '/api/admin/instructors',
    { schema: { tags: ['schedule'], response: { 200: instructorsAnswer } } },
    async () => ({ instructors: await readInstructors(pool) }),
  );

  app.post(
    '/api/admin/instructors',
    withSchema({ body: newInstructorBody, response: { 200: instructorAnswer } }),
    async (request) => {
      const { requestKey, ...instructor } = request.body;
      const { instructorId, position } = await addInstructor(
        { ...deps, nextInstructorId: () => idempotentIds.instructorId.next(requestKey) },
        instructor,
        createCommandContext(request, clock),
      );
      return {
        success: true as const,
        ...(await catchUp(position, readModels)),
        instructor: { id: instructorId, ...instructor },
      };
    },
  );

  app.put(
    '/api/admin/instructors/:id',
    withSchema({
      params: z.object({ id: numericIdText }),
      body: changeInstructorBody,
      response: { 200: instructorAnswer },
    }),
    async (request) => {
      const { id } = request.params;
      const { expected, ...input } = request.body;
      const { position } = await changeInstructor(
        deps,
        { instructorId: id, ...input, expected },
        createCommandContext(request, clock),
      );
      return {
        success: true as const,
        ...(await catchUp(position, readModels)),
        instructor: { id, ...input },
      };
    },
  );

  app.delete(
    '/api/admin/instructors/:id',
    withSchema({
      params: z.object({ id: numericIdText }),
      querystring: dryRunQuery,
      body: optionalExpected(expectedInstructor),
      response: { 200: z.union([dryRunAnswer, commandAnswer]) },
    }),
    async (request) => {
      const { id: instructorId } = request.params;
      const context = createCommandContext(request, clock);
      const classes = await readClassesToTeach(pool, instructorId, context.now);
      const classIds = classes.map(({ id }) => id);
      const removal = { instructorId, classIds, expected: request.body?.expected };
      if (request.query.dryRun) {
        await removeInstructor(createDryDependencies(deps), removal, context).catch((error: unknown) =>
          rethrowWithClasses(pool, error),
        );
        const name = (await readInstructorById(pool, instructorId))?.name ?? 'This instructor';
        return answerDryRun(describeInstructorRemoval(name));
      }
      const { position } = await removeInstructor(deps, removal, context).catch((error: unknown) =>
        rethrowWithClasses(pool, error),
      );
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );
}
