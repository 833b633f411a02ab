import { z } from 'zod';
import {
  happeningsOf,
  hasOverlappingBooking,
  waitingOf,
  waitlistStatusesOn,
  waitlistStatusOf,
} from '../../../projections/read-models/waitlist/queries.ts';
import { joinWaitlist } from '../../commands/join-waitlist.ts';
import { leaveWaitlist } from '../../commands/leave-waitlist.ts';
import { commandAnswer } from '../../contract/errors.ts';
import { classesQuery } from '../../contract/schedule.ts';
import { numericIdText } from '../../contract/values.ts';
import {
  joinWaitlistAnswer,
  myWaitlistsAnswer,
  waitlistAnswer,
  waitlistBody,
  waitlistDayAnswer,
} from '../../contract/waitlist.ts';
import { Refusal } from '../../domain/refusal.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { describeHappening, describeWaiting, describeWaitlistStatus } from '../describe-waitlist.ts';
import { memberOf } from '../plugins/authentication.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

const tags = ['waitlist'];
const touched = ['schedule', 'waitlist'];
const params = z.object({ classId: numericIdText });

/** The waitlist of a class as a member sees it, joining and leaving it. What is offered, POST /api/bookings claims. */
export function waitlistRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, ids } = deps;
  const onRequest = authentication.requireMember;
  const joinDeps = { ...deps, nextWaitlistId: () => ids.waitlistId.next() };

  app.get(
    '/api/waitlist/:classId',
    { onRequest, schema: { tags, security: bearer, params, response: { 200: waitlistAnswer } } },
    async (request) => {
      const of = { classId: request.params.classId, memberId: memberOf(request).memberId };
      const [status, happenings] = await Promise.all([waitlistStatusOf(pool, of), happeningsOf(pool, of)]);
      if (status === undefined) throw new Refusal('CLASS_NOT_FOUND');
      return {
        success: true as const,
        ...describeWaitlistStatus(status, clock.now()),
        happenings: happenings.map(describeHappening),
      };
    },
  );

  app.get(
    '/api/waitlist/mine',
    { onRequest, schema: { tags, security: bearer, response: { 200: myWaitlistsAnswer } } },
    async (request) => {
      const now = clock.now();
      const rows = await waitingOf(pool, { memberId: memberOf(request).memberId, now });
      const lines = rows.map((row) => describeWaiting(row, now));
      return { success: true as const, lines, now: now.toISOString() };
    },
  );

  app.get(
    '/api/waitlist',
    {
      onRequest,
      schema: { tags, security: bearer, querystring: classesQuery, response: { 200: waitlistDayAnswer } },
    },
    async (request) => {
      const now = clock.now();
      const { memberId } = memberOf(request);
      const rows = await waitlistStatusesOn(pool, { date: request.query.date, memberId });
      const statuses = rows.map((row) => ({ classId: row.classId, ...describeWaitlistStatus(row, now) }));
      return { success: true as const, statuses };
    },
  );

  app.post(
    '/api/waitlist',
    {
      onRequest,
      schema: { tags, security: bearer, body: waitlistBody, response: { 200: joinWaitlistAnswer } },
    },
    async (request) => {
      const wish = { classId: request.body.classId, memberId: memberOf(request).memberId };
      // A booking made at this very moment is found by the job that follows joining.
      if (await hasOverlappingBooking(pool, wish)) {
        throw new Refusal('OVERLAPPING_BOOKING');
      }
      const { place, waiting, position } = await joinWaitlist(joinDeps, wish, commandContext(request, clock));
      const pending = await catchUp(position, touched);
      return { success: true as const, position: place, waitlistCount: waiting, ...pending };
    },
  );

  app.delete(
    '/api/waitlist',
    { onRequest, schema: { tags, security: bearer, body: waitlistBody, response: { 200: commandAnswer } } },
    async (request) => {
      const { position } = await leaveWaitlist(
        deps,
        { classId: request.body.classId, memberId: memberOf(request).memberId, reason: 'left' },
        commandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, touched)) };
    },
  );
}
