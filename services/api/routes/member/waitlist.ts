import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import { lookTogether } from '#infra/postgres/look-together.ts';
import {
  happeningsOf,
  hasOverlappingBooking,
  type MemberOnDay,
  type PlaceRow,
  placesInLines,
  waitingOf,
  waitlistStatusOf,
} from '#projections/read-models/waitlist/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { CachedJson } from '#services/api/load-shedding/cached-json.ts';
import { sendCachedJson } from '#services/api/load-shedding/send-cached-json.ts';
import type { TimetableCache } from '#services/api/load-shedding/timetable-cache.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import {
  describeHappening,
  describeWaiting,
  describeWaitlistStatus,
} from '#services/api/presenters/describe-waitlist.ts';
import { bearer, type TypedApp } from '#services/api/typed-app.ts';
import { joinWaitlist } from '#services/commands/waitlist/join-waitlist.ts';
import { leaveWaitlist } from '#services/commands/waitlist/leave-waitlist.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { classesQuery } from '#services/contract/schedule.ts';
import { numericIdText } from '#services/contract/values.ts';
import {
  joinWaitlistAnswer,
  myWaitlistsAnswer,
  type WaitlistDayAnswer,
  waitlistAnswer,
  waitlistBody,
  waitlistDayAnswer,
} from '#services/contract/waitlist.ts';

const tags = ['waitlist'];
const touched = ['schedule', 'waitlist'];
const params = z.object({ classId: numericIdText });

/** The lines of a day's classes, by class, to someone with these places in them. */
function dayAnswer(
  lines: ReadonlyMap<number, number>,
  places: readonly PlaceRow[],
  now: Date,
): WaitlistDayAnswer {
  const statuses = [...lines].map(([classId, waiting]) => {
    const place = places.find((one) => one.classId === classId);
    const { position, offeredUntil } = place ?? { position: null, offeredUntil: null };
    // Another process may have heard of the last one in line before this one.
    const waitlistCount = Math.max(waiting, position ?? 0);
    return { classId, ...describeWaitlistStatus({ classId, waitlistCount, position, offeredUntil }, now) };
  });
  return { success: true, statuses };
}

/** The same as JSON for everyone who is in none of the lines, written once for all of them. */
function keepAnswerToOthers(): (lines: ReadonlyMap<number, number>, now: Date) => CachedJson {
  const kept = new WeakMap<ReadonlyMap<number, number>, CachedJson>();
  return (lines, now) => {
    const known = kept.get(lines);
    if (known !== undefined) return known;
    const answer = new CachedJson(JSON.stringify(dayAnswer(lines, [], now)));
    kept.set(lines, answer);
    return answer;
  };
}

/** The waitlist of a class as a member sees it, joining and leaving it. What is offered, POST /api/bookings claims. */
export function registerWaitlistRoutes(app: TypedApp, deps: ApiDependencies, days: TimetableCache): void {
  const { authentication, pool, clock, catchUp, ids } = deps;
  const onRequest = authentication.requireMember;
  const placesOf = lookTogether((asked: readonly MemberOnDay[]) => placesInLines(pool, asked));
  const asSeenByOthers = keepAnswerToOthers();
  const joinDeps = { ...deps, nextWaitlistId: () => ids.waitlistId.next() };

  app.get(
    '/api/waitlist/:classId',
    { onRequest, schema: { tags, security: bearer, params, response: { 200: waitlistAnswer } } },
    async (request) => {
      const of = { classId: request.params.classId, memberId: getMember(request).memberId };
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
      const rows = await waitingOf(pool, { memberId: getMember(request).memberId, now });
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
    async (request, reply) => {
      const now = clock.now();
      const { memberId } = getMember(request);
      const { date } = request.query;
      const [lines, places] = await Promise.all([days.lines(date, now), placesOf({ date, memberId })]);
      if (places === undefined) return sendCachedJson(reply, asSeenByOthers(lines, now));
      return dayAnswer(lines, places, now);
    },
  );

  app.post(
    '/api/waitlist',
    {
      onRequest,
      schema: { tags, security: bearer, body: waitlistBody, response: { 200: joinWaitlistAnswer } },
    },
    async (request) => {
      const wish = { classId: request.body.classId, memberId: getMember(request).memberId };
      // A booking made at this very moment is found by the job that follows joining.
      if (await hasOverlappingBooking(pool, wish)) {
        throw new Refusal('OVERLAPPING_BOOKING');
      }
      const { place, waiting, position } = await joinWaitlist(
        joinDeps,
        wish,
        createCommandContext(request, clock),
      );
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
        { classId: request.body.classId, memberId: getMember(request).memberId, reason: 'left' },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, touched)) };
    },
  );
}
