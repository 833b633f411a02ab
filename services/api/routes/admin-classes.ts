import { z } from 'zod';
import { classById, classesOn } from '../../../projections/read-models/schedule/queries.ts';
import { shownPriorityHours } from '../../../projections/read-models/settings/queries.ts';
import { changeClass } from '../../commands/change-class.ts';
import { markClassFull } from '../../commands/mark-class-full.ts';
import { scheduleClass } from '../../commands/schedule-class.ts';
import {
  adminClassAnswer,
  adminClassesAnswer,
  classBody,
  markFullBody,
} from '../../contract/admin-schedule.ts';
import { classesQuery } from '../../contract/schedule.ts';
import { numericIdText } from '../../contract/values.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { describeAdminClass } from '../describe-class.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

const tags = ['staff'];
const touched = ['schedule'];
const defaultMinutes = 50;
const params = z.object({ id: numericIdText });

/** The timetable as the admin keeps it. */
export function adminClassRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, ids } = deps;
  const onRequest = authentication.requireStaff();

  const answerWith = async (classId: number, position: bigint | null) => {
    const pending = await catchUp(position, touched);
    const [found, priorityHours] = await Promise.all([classById(pool, classId), shownPriorityHours(pool)]);
    return {
      success: true as const,
      ...pending,
      ...(found ? { class: describeAdminClass(found, priorityHours, clock.now()) } : {}),
    };
  };

  app.get(
    '/api/admin/classes',
    {
      onRequest,
      schema: { tags, security: bearer, querystring: classesQuery, response: { 200: adminClassesAnswer } },
    },
    async (request) => {
      const priorityHours = await shownPriorityHours(pool);
      const classes = await classesOn(pool, request.query.date);
      return { classes: classes.map((row) => describeAdminClass(row, priorityHours, clock.now())) };
    },
  );

  app.post(
    '/api/admin/classes',
    { onRequest, schema: { tags, security: bearer, body: classBody, response: { 200: adminClassAnswer } } },
    async (request) => {
      const { name, maxCapacity, duration, ...when } = request.body;
      const { classId, position } = await scheduleClass(
        { ...deps, nextClassId: () => ids.classId.next() },
        { ...when, level: name, capacity: maxCapacity, durationMinutes: duration ?? defaultMinutes },
        commandContext(request, clock),
      );
      return answerWith(classId, position);
    },
  );

  app.put(
    '/api/admin/classes/:id',
    {
      onRequest,
      schema: { tags, security: bearer, params, body: classBody, response: { 200: adminClassAnswer } },
    },
    async (request) => {
      const { id } = request.params;
      const { name, maxCapacity, duration, ...when } = request.body;
      const { position } = await changeClass(
        deps,
        { classId: id, ...when, level: name, capacity: maxCapacity, durationMinutes: duration },
        commandContext(request, clock),
      );
      return answerWith(id, position);
    },
  );

  app.patch(
    '/api/admin/classes/:id/mark-full',
    {
      onRequest,
      schema: { tags, security: bearer, params, body: markFullBody, response: { 200: adminClassAnswer } },
    },
    async (request) => {
      const { id } = request.params;
      const { position } = await markClassFull(
        deps,
        { classId: id, isMarkedFull: request.body.isMarkedFull },
        commandContext(request, clock),
      );
      return answerWith(id, position);
    },
  );
}
