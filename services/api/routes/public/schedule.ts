import { Refusal } from '#domain/refusal.ts';
import { readShownRules } from '#projections/read-models/rules/queries.ts';
import { readClassById } from '#projections/read-models/schedule/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { sendCachedJson } from '#services/api/load-shedding/send-cached-json.ts';
import { describeClass } from '#services/api/presenters/describe-class.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { classAnswer, classesAnswer, classesQuery, classParams } from '#services/contract/schedule.ts';

/** `GET /api/classes?date=`: the timetable of a day; `GET /api/classes/{id}`: one class, also a cancelled one. */
export function registerScheduleRoutes(app: TypedApp, { pool, clock, timetable }: ApiDependencies): void {
  app.get(
    '/api/classes',
    {
      schema: { tags: ['schedule'], querystring: classesQuery, response: { 200: classesAnswer } },
    },
    async (request, reply) => {
      const { start, ending } = await timetable.getAnswer(request.query.date, clock.now());
      return sendCachedJson(reply, start, ending);
    },
  );

  app.get(
    '/api/classes/:classId',
    { schema: { tags: ['schedule'], params: classParams, response: { 200: classAnswer } } },
    async (request) => {
      const [row, rules] = await Promise.all([
        readClassById(pool, request.params.classId),
        readShownRules(pool),
      ]);
      if (row === undefined) throw new Refusal('CLASS_NOT_FOUND');
      const now = clock.now();
      return {
        class: describeClass(row, rules, now),
        isCancelled: row.isCancelled,
        now: now.toISOString(),
      };
    },
  );
}
