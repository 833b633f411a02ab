import type { FastifyReply } from 'fastify';
import { classesOn } from '../../../projections/read-models/schedule/queries.ts';
import { shownPriorityHours } from '../../../projections/read-models/settings/queries.ts';
import type { ProjectionWaiter } from '../../../projections/waiting/create-projection-waiter.ts';
import { classesAnswer, classesQuery } from '../../contract/schedule.ts';
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

/** `GET /api/classes?date=`: the timetable of a day. */
export function scheduleRoutes(app: TypedApp, deps: ApiDependencies, waiter: ProjectionWaiter): void {
  const { pool, clock } = deps;
  const days = new ClassesOfDay(async (date) => {
    const [classes, priorityHours] = await Promise.all([classesOn(pool, date), shownPriorityHours(pool)]);
    return classes.map((row) => describeClass(row, priorityHours));
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
}
