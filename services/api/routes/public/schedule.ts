import { Refusal } from '#domain/refusal.ts';
import { lookTogether } from '#infra/postgres/look-together.ts';
import {
  type ClassRow,
  classById,
  classesByIds,
  classesOn,
  spotsChangeAt,
} from '#projections/read-models/schedule/queries.ts';
import { shownPriorityHours } from '#projections/read-models/settings/queries.ts';
import type { ProjectionWaiter } from '#projections/waiting/create-projection-waiter.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { sendCachedJson } from '#services/api/load-shedding/send-cached-json.ts';
import { TimetableCache, type TimetableClass } from '#services/api/load-shedding/timetable-cache.ts';
import { describeClass } from '#services/api/presenters/describe-class.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { classAnswer, classesAnswer, classesQuery, classParams } from '#services/contract/schedule.ts';

/** The days that are kept for everyone who looks; forgotten, before whoever changed them is answered, as read models move. */
export function createTimetableCache(
  app: TypedApp,
  { pool }: Pick<ApiDependencies, 'pool'>,
  waiter: ProjectionWaiter,
): TimetableCache {
  const classNow = lookTogether(
    async (ids: readonly number[]) => new Map((await classesByIds(pool, ids)).map((row) => [row.id, row])),
  );
  const days = new TimetableCache(async (date, now) => {
    // Another setting has all days read anew.
    const [rows, priorityHours] = await Promise.all([classesOn(pool, date), shownPriorityHours(pool)]);
    const show = (row: ClassRow, at: Date): TimetableClass => ({
      shown: describeClass(row, priorityHours, at),
      until: spotsChangeAt(row, at),
    });
    return {
      classes: rows.map((row) => show(row, now)),
      async renew(classId, at) {
        const row = await classNow(classId);
        return row === undefined || row.isCancelled ? null : show(row, at);
      },
    };
  });
  const stopForgetting = waiter.onProgress((touched) => days.forget(touched));
  app.addHook('onClose', async () => stopForgetting());
  return days;
}

/** `GET /api/classes?date=`: the timetable of a day; `GET /api/classes/{id}`: one class of it, cancelled ones too. */
export function registerScheduleRoutes(app: TypedApp, deps: ApiDependencies, days: TimetableCache): void {
  const { pool, clock } = deps;

  app.get(
    '/api/classes',
    {
      schema: { tags: ['schedule'], querystring: classesQuery, response: { 200: classesAnswer } },
    },
    async (request, reply) => {
      const { start, ending } = await days.answer(request.query.date, clock.now());
      return sendCachedJson(reply, start, ending);
    },
  );

  app.get(
    '/api/classes/:classId',
    { schema: { tags: ['schedule'], params: classParams, response: { 200: classAnswer } } },
    async (request) => {
      const [row, priorityHours] = await Promise.all([
        classById(pool, request.params.classId),
        shownPriorityHours(pool),
      ]);
      if (row === undefined) throw new Refusal('CLASS_NOT_FOUND');
      const now = clock.now();
      return {
        class: describeClass(row, priorityHours, now),
        isCancelled: row.isCancelled,
        now: now.toISOString(),
      };
    },
  );
}
