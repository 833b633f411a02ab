import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import { createDryRun } from '#infra/event-store/dry-run.ts';
import { type ClassRow, classById, classesOn } from '#projections/read-models/schedule/queries.ts';
import { shownPriorityHours } from '#projections/read-models/settings/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { describeAdminClass } from '#services/api/presenters/describe-class.ts';
import {
  describeClassCancellation,
  describeClassChange,
} from '#services/api/presenters/describe-class-effects.ts';
import { findClassWarnings } from '#services/api/presenters/find-class-warnings.ts';
import { bearer, type TypedApp } from '#services/api/typed-app.ts';
import { cancelClass } from '#services/commands/timetable/cancel-class.ts';
import { changeClass } from '#services/commands/timetable/change-class.ts';
import { markClassFull } from '#services/commands/timetable/mark-class-full.ts';
import { scheduleClass } from '#services/commands/timetable/schedule-class.ts';
import { substituteInstructor } from '#services/commands/timetable/substitute-instructor.ts';
import {
  adminClassAnswer,
  adminClassesAnswer,
  classBody,
  classWarningsAnswer,
  classWarningsQuery,
  markFullBody,
  newClassBody,
  substituteBody,
} from '#services/contract/admin-schedule.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { classesQuery } from '#services/contract/schedule.ts';
import { numericIdText } from '#services/contract/values.ts';

const tags = ['staff'];
const readModels = ['schedule'];
const readModelsOfCancellation = ['schedule', 'bookings', 'booking-progress', 'wallet', 'waitlist'];
const defaultMinutes = 50;
const params = z.object({ id: numericIdText });
const changed = z.union([dryRunAnswer, adminClassAnswer]);
const cancelled = z.union([dryRunAnswer, commandAnswer]);

/** The admin's timetable: scheduling, changing, substituting, marking as full and cancelling classes. */
export function registerAdminClassRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, idempotentIds } = deps;
  const onRequest = authentication.requireStaff();
  const ofOne = { tags, security: bearer, params };

  const requireClass = async (classId: number): Promise<ClassRow> => {
    const row = await classById(pool, classId);
    if (row === undefined) throw new Refusal('CLASS_NOT_FOUND');
    return row;
  };

  const answerWith = async (classId: number, position: bigint | null) => {
    const pending = await catchUp(position, readModels);
    const [row, priorityHours] = await Promise.all([classById(pool, classId), shownPriorityHours(pool)]);
    const warnings = row ? await findClassWarnings(pool, { ...row, classId }, clock.now()) : [];
    const found = row ? { class: describeAdminClass(row, priorityHours, clock.now()) } : {};
    return { success: true as const, ...pending, ...found, warnings };
  };

  app.get(
    '/api/admin/classes',
    {
      onRequest,
      schema: { tags, security: bearer, querystring: classesQuery, response: { 200: adminClassesAnswer } },
    },
    async (request) => {
      const now = clock.now();
      const priorityHours = await shownPriorityHours(pool);
      const classes = await classesOn(pool, request.query.date);
      return {
        classes: classes.map((row) => describeAdminClass(row, priorityHours, now)),
        now: now.toISOString(),
      };
    },
  );

  app.get(
    '/api/admin/classes/warnings',
    {
      onRequest,
      schema: {
        tags,
        security: bearer,
        querystring: classWarningsQuery,
        response: { 200: classWarningsAnswer },
      },
    },
    async (request) => {
      const { classId } = request.query;
      const duration = classId === undefined ? undefined : (await classById(pool, classId))?.duration;
      const plan = { ...request.query, duration: duration ?? defaultMinutes };
      return { success: true as const, warnings: await findClassWarnings(pool, plan, clock.now()) };
    },
  );

  app.post(
    '/api/admin/classes',
    {
      onRequest,
      schema: { tags, security: bearer, body: newClassBody, response: { 200: adminClassAnswer } },
    },
    async (request) => {
      const { name, maxCapacity, duration, requestKey, ...when } = request.body;
      const { classId, position } = await scheduleClass(
        { ...deps, nextClassId: () => idempotentIds.classId.next(requestKey) },
        { ...when, level: name, capacity: maxCapacity, durationMinutes: duration ?? defaultMinutes },
        createCommandContext(request, clock),
      );
      return answerWith(classId, position);
    },
  );

  app.put(
    '/api/admin/classes/:id',
    {
      onRequest,
      schema: { ...ofOne, querystring: dryRunQuery, body: classBody, response: { 200: changed } },
    },
    async (request) => {
      const { id } = request.params;
      const { name, maxCapacity, duration, ...when } = request.body;
      const plan = { classId: id, ...when, level: name, capacity: maxCapacity, durationMinutes: duration };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        const { deciders, events } = createDryRun(deps.deciders);
        await changeClass({ deciders }, plan, context);
        const effects = await describeClassChange(pool, await requireClass(id), events);
        return { success: true as const, dryRun: true as const, effects };
      }
      const { position } = await changeClass(deps, plan, context);
      return answerWith(id, position);
    },
  );

  app.patch(
    '/api/admin/classes/:id/instructor',
    {
      onRequest,
      schema: { ...ofOne, querystring: dryRunQuery, body: substituteBody, response: { 200: changed } },
    },
    async (request) => {
      const { id } = request.params;
      const substitute = { classId: id, instructorId: request.body.instructorId };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        const { deciders, events } = createDryRun(deps.deciders);
        await substituteInstructor({ deciders }, substitute, context);
        const effects = await describeClassChange(pool, await requireClass(id), events);
        return { success: true as const, dryRun: true as const, effects };
      }
      const { position } = await substituteInstructor(deps, substitute, context);
      return answerWith(id, position);
    },
  );

  app.patch(
    '/api/admin/classes/:id/mark-full',
    { onRequest, schema: { ...ofOne, body: markFullBody, response: { 200: adminClassAnswer } } },
    async (request) => {
      const { id } = request.params;
      const { position } = await markClassFull(
        deps,
        { classId: id, isMarkedFull: request.body.isMarkedFull },
        createCommandContext(request, clock),
      );
      return answerWith(id, position);
    },
  );

  app.delete(
    '/api/admin/classes/:id',
    { onRequest, schema: { ...ofOne, querystring: dryRunQuery, response: { 200: cancelled } } },
    async (request) => {
      const { id } = request.params;
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        const { deciders, events } = createDryRun(deps.deciders);
        await cancelClass({ deciders }, { classId: id }, context);
        const effects = await describeClassCancellation(pool, await requireClass(id), events);
        return { success: true as const, dryRun: true as const, effects };
      }
      const { position } = await cancelClass(deps, { classId: id }, context);
      return { success: true as const, ...(await catchUp(position, readModelsOfCancellation)) };
    },
  );
}
