import type { FastifyReply } from 'fastify';
import { classById, classesOn, spotsChangeAt } from '../../../projections/read-models/schedule/queries.ts';
import { shownPriorityHours } from '../../../projections/read-models/settings/queries.ts';
import type { ProjectionWaiter } from '../../../projections/waiting/create-projection-waiter.ts';
import { classAnswer, classesAnswer, classesQuery, classParams } from '../../contract/schedule.ts';
import { Refusal } from '../../domain/refusal.ts';
import { ClassesOfDay } from '../classes-of-day.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { describeClass } from '../describe-class.ts';
import type { TypedApp } from '../typed-app.ts';

/** Sends JSON that is text already, past the serialiser of the route's schema. */
function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .serializer((sent: unknown) => String(sent))
    .send(text);
}

/** `GET /api/classes?date=`: the timetable of a day; `GET /api/classes/{id}`: one class of it, cancelled ones too. */
export function scheduleRoutes(app: TypedApp, deps: ApiDependencies, waiter: ProjectionWaiter): void {
  const { pool, clock } = deps;
  const days = new ClassesOfDay(async (date, now) => {
    const [rows, priorityHours] = await Promise.all([classesOn(pool, date), shownPriorityHours(pool)]);
    const classes = rows.map((row) => describeClass(row, priorityHours, now));
    return { classes, until: spotsChangeAt(rows, now) };
  });
  app.addHook('onClose', async () => stopForgetting());
  const stopForgetting = waiter.onProgress(() => days.forget());

  app.get(
    '/api/classes',
    {
      schema: { tags: ['schedule'], querystring: classesQuery, response: { 200: classesAnswer } },
    },
    async (request, reply) => {
      const text = await days.answer(request.query.date, clock.now());
      return sendJsonText(reply, text);
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
