import type { Pool } from 'pg';
import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import { readShownRules } from '#projections/read-models/rules/queries.ts';
import {
  type ClassRow,
  readClassById,
  readClassesOfDays,
} from '#projections/read-models/schedule/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import { describeAdminClass } from '#services/api/presenters/describe-class.ts';
import { describeClassChange, describeMarking } from '#services/api/presenters/describe-class-change.ts';
import { describeClassCancellation } from '#services/api/presenters/describe-class-effects.ts';
import { findClassWarnings } from '#services/api/presenters/find-class-warnings.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { cancelClass } from '#services/commands/timetable/cancel-class.ts';
import { changeClass } from '#services/commands/timetable/change-class.ts';
import { markClassFull } from '#services/commands/timetable/mark-class-full.ts';
import { scheduleClass } from '#services/commands/timetable/schedule-class.ts';
import { substituteInstructor } from '#services/commands/timetable/substitute-instructor.ts';
import {
  adminClassAnswer,
  adminClassesAnswer,
  adminClassesQuery,
  changeClassBody,
  classWarningsAnswer,
  classWarningsQuery,
  markFullBody,
  newClassBody,
  substituteBody,
} from '#services/contract/admin-schedule.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { expectedTimetableClass, optionalExpected } from '#services/contract/expected-facts.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['schedule', 'waitlist', 'pay'];
const readModelsOfCancellation = ['schedule', 'bookings', 'booking-progress', 'wallet', 'waitlist'];
const defaultMinutes = 50;
const params = z.object({ id: numericIdText });
const changed = z.union([dryRunAnswer, adminClassAnswer]);
const cancelled = z.union([dryRunAnswer, commandAnswer]);

async function requireClass(pool: Pool, classId: number): Promise<ClassRow> {
  const row = await readClassById(pool, classId);
  if (row === undefined) throw new Refusal('CLASS_NOT_FOUND');
  return row;
}

/** Answers a command with the class as it is now, and its warnings. */
async function answerWithClass(
  { pool, clock, catchUp }: ApiDependencies,
  { classId, position }: { classId: number; position: bigint | null },
) {
  const pending = await catchUp(position, readModels);
  const [row, rules] = await Promise.all([readClassById(pool, classId), readShownRules(pool)]);
  const warnings = row ? await findClassWarnings(pool, { ...row, classId }, clock.now()) : [];
  const found = row ? { class: describeAdminClass(row, rules, clock.now()) } : {};
  return { success: true as const, ...pending, ...found, warnings };
}

/** The admin's timetable: scheduling, changing, substituting, marking as full and cancelling classes. */
export function registerAdminClassRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerTimetableReads(app, deps);
  registerTimetableCommands(app, deps);
  registerClassCancellation(app, deps);
}

function registerTimetableReads(app: TypedApp, { authentication, pool, clock }: ApiDependencies): void {
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get(
    '/api/admin/classes',
    withSchema({ querystring: adminClassesQuery, response: { 200: adminClassesAnswer } }),
    async (request) => {
      const now = clock.now();
      const rules = await readShownRules(pool);
      const classes = await readClassesOfDays(pool, request.query.date, request.query.to);
      return {
        classes: classes.map((row) => describeAdminClass(row, rules, now)),
        now: now.toISOString(),
      };
    },
  );

  app.get(
    '/api/admin/classes/warnings',
    withSchema({ querystring: classWarningsQuery, response: { 200: classWarningsAnswer } }),
    async (request) => {
      const { classId, duration } = request.query;
      const known = classId === undefined ? undefined : await readClassById(pool, classId);
      const plan = { ...request.query, duration: duration ?? known?.duration ?? defaultMinutes };
      return { success: true as const, warnings: await findClassWarnings(pool, plan, clock.now()) };
    },
  );
}

function registerTimetableCommands(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, idempotentIds } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.post(
    '/api/admin/classes',
    withSchema({ body: newClassBody, response: { 200: adminClassAnswer } }),
    async (request) => {
      const { name, maxCapacity, duration, requestKey, ...when } = request.body;
      const { classId, position } = await scheduleClass(
        { ...deps, nextClassId: () => idempotentIds.classId.next(requestKey) },
        { ...when, level: name, capacity: maxCapacity, durationMinutes: duration ?? defaultMinutes },
        createCommandContext(request, clock),
      );
      return answerWithClass(deps, { classId, position });
    },
  );

  app.put(
    '/api/admin/classes/:id',
    withSchema({ params, querystring: dryRunQuery, body: changeClassBody, response: { 200: changed } }),
    async (request) => {
      const { id } = request.params;
      const { name, maxCapacity, duration, ...when } = request.body;
      const plan = { classId: id, ...when, level: name, capacity: maxCapacity, durationMinutes: duration };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        const dry = createDryDependencies(deps);
        await changeClass(dry, plan, context);
        const row = await requireClass(pool, id);
        const effects = await describeClassChange(pool, row, dry.events, context.now);
        return answerDryRun(effects);
      }
      const { position } = await changeClass(deps, plan, context);
      return answerWithClass(deps, { classId: id, position });
    },
  );

  app.patch(
    '/api/admin/classes/:id/instructor',
    withSchema({ params, querystring: dryRunQuery, body: substituteBody, response: { 200: changed } }),
    async (request) => {
      const { id } = request.params;
      const substitute = { classId: id, ...request.body };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        const dry = createDryDependencies(deps);
        await substituteInstructor(dry, substitute, context);
        const row = await requireClass(pool, id);
        const effects = await describeClassChange(pool, row, dry.events, context.now);
        return answerDryRun(effects);
      }
      const { position } = await substituteInstructor(deps, substitute, context);
      return answerWithClass(deps, { classId: id, position });
    },
  );

  app.patch(
    '/api/admin/classes/:id/mark-full',
    withSchema({ params, querystring: dryRunQuery, body: markFullBody, response: { 200: changed } }),
    async (request) => {
      const { id } = request.params;
      const marking = { classId: id, ...request.body };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        const dry = createDryDependencies(deps);
        await markClassFull(dry, marking, context);
        const row = await requireClass(pool, id);
        return answerDryRun(await describeMarking(pool, row, dry.events, context.now));
      }
      const { position } = await markClassFull(deps, marking, context);
      return answerWithClass(deps, { classId: id, position });
    },
  );
}

function registerClassCancellation(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.delete(
    '/api/admin/classes/:id',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: optionalExpected(expectedTimetableClass),
      response: { 200: cancelled },
    }),
    async (request) => {
      const { id } = request.params;
      const cancellation = { classId: id, expected: request.body?.expected };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        const dry = createDryDependencies(deps);
        await cancelClass(dry, cancellation, context);
        const row = await requireClass(pool, id);
        const effects = await describeClassCancellation(pool, row, dry.events, context.now);
        return answerDryRun(effects);
      }
      const { position } = await cancelClass(deps, cancellation, context);
      return { success: true as const, ...(await catchUp(position, readModelsOfCancellation)) };
    },
  );
}
