import { z } from 'zod';
import { instructors } from '../../../projections/read-models/instructors/queries.ts';
import { addInstructor } from '../../commands/add-instructor.ts';
import { changeInstructor } from '../../commands/change-instructor.ts';
import { instructorAnswer, instructorBody } from '../../contract/admin-schedule.ts';
import { instructorsAnswer } from '../../contract/schedule.ts';
import { numericIdText } from '../../contract/values.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

const tags = ['staff'];
const touched = ['instructors'];

/** The team: its list is public (the schedule shows names), changing it is the admin's. */
export function adminInstructorRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, ids } = deps;
  const onRequest = authentication.requireStaff();

  app.get(
    '/api/admin/instructors',
    { schema: { tags: ['schedule'], response: { 200: instructorsAnswer } } },
    async () => ({ instructors: await instructors(pool) }),
  );

  app.post(
    '/api/admin/instructors',
    {
      onRequest,
      schema: { tags, security: bearer, body: instructorBody, response: { 200: instructorAnswer } },
    },
    async (request) => {
      const { instructorId, position } = await addInstructor(
        { ...deps, nextInstructorId: () => ids.instructorId.next() },
        request.body,
        commandContext(request, clock),
      );
      return {
        success: true as const,
        ...(await catchUp(position, touched)),
        instructor: { id: instructorId, ...request.body },
      };
    },
  );

  app.put(
    '/api/admin/instructors/:id',
    {
      onRequest,
      schema: {
        tags,
        security: bearer,
        params: z.object({ id: numericIdText }),
        body: instructorBody,
        response: { 200: instructorAnswer },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { position } = await changeInstructor(
        deps,
        { instructorId: id, ...request.body },
        commandContext(request, clock),
      );
      return {
        success: true as const,
        ...(await catchUp(position, touched)),
        instructor: { id, ...request.body },
      };
    },
  );
}
