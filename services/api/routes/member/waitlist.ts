import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import { batchReads } from '#infra/postgres/batch-reads.ts';
import {
  hasOverlappingBooking,
  type MemberOnDay,
  type PlaceRow,
  readCurrentWaits,
  readWaitlistHistory,
  readWaitlistPlaces,
  readWaitlistStatus,
} from '#projections/read-models/waitlist/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { CachedJson } from '#services/api/load-shedding/cached-json.ts';
import { sendCachedJson } from '#services/api/load-shedding/send-cached-json.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import {
  describeWaitlistEvents,
  describeWaitlistedClass,
  describeWaitlistStatus,
} from '#services/api/presenters/describe-waitlist.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { readRulebook } from '#services/audit/history/rule-tracker.ts';
import { confirmWaitlistPlace } from '#services/commands/waitlist/confirm-waitlist-place.ts';
import { joinWaitlist } from '#services/commands/waitlist/join-waitlist.ts';
import { leaveWaitlist } from '#services/commands/waitlist/leave-waitlist.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { classesQuery } from '#services/contract/schedule.ts';
import { numericIdText } from '#services/contract/values.ts';
import {
  confirmWaitlistBody,
  joinWaitlistAnswer,
  joinWaitlistBody,
  myWaitlistsAnswer,
  type WaitlistDayAnswer,
  waitlistAnswer,
  waitlistBody,
  waitlistDayAnswer,
} from '#services/contract/waitlist.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['schedule', 'waitlist'];
const notWaiting = { position: null, offeredUntil: null, askedJoinedFor: null };
const params = z.object({ classId: numericIdText });

/** The waitlists of a day's classes, for a member with these positions on them. */
function describeDay(
  waitlistCounts: ReadonlyMap<number, number>,
  places: readonly PlaceRow[],
  now: Date,
): WaitlistDayAnswer {
  const statuses = [...waitlistCounts].map(([classId, count]) => {
    const place = places.find((one) => one.classId === classId);
    const { position, offeredUntil, askedJoinedFor } = place ?? notWaiting;
    // The cached count may be older than the position, which is read from Postgres.
    const waitlistCount = Math.max(count, position ?? 0);
    const status = { classId, waitlistCount, position, offeredUntil, askedJoinedFor };
    return { classId, ...describeWaitlistStatus(status, now) };
  });
  return { success: true, statuses };
}

/** The same answer for all members who are on none of the day's waitlists, serialised once for each version of the counts. */
function cacheSharedAnswer(): (waitlistCounts: ReadonlyMap<number, number>, now: Date) => CachedJson {
  const cache = new WeakMap<ReadonlyMap<number, number>, CachedJson>();
  return (waitlistCounts, now) => {
    const cached = cache.get(waitlistCounts);
    if (cached !== undefined) return cached;
    const answer = new CachedJson(JSON.stringify(describeDay(waitlistCounts, [], now)));
    cache.set(waitlistCounts, answer);
    return answer;
  };
}

/** Reading, joining and leaving waitlists. An offered spot is claimed by POST /api/bookings. */
export function registerWaitlistRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerWaitlistReads(app, deps);
  registerWaitlistCommands(app, deps);
}

function registerWaitlistReads(
  app: TypedApp,
  { authentication, pool, clock, timetable, eventStore }: ApiDependencies,
): void {
  const withSchema = protectRoutes(authentication.requireMember, 'waitlist');
  const readPlaces = batchReads((keys: readonly MemberOnDay[]) => readWaitlistPlaces(pool, keys));
  const getSharedAnswer = cacheSharedAnswer();

  app.get(
    '/api/waitlist/:classId',
    withSchema({ params, response: { 200: waitlistAnswer } }),
    async (request) => {
      const key = { classId: request.params.classId, memberId: getMember(request).memberId };
      const [status, happenings, rulebook] = await Promise.all([
        readWaitlistStatus(pool, key),
        readWaitlistHistory(pool, key),
        readRulebook(eventStore),
      ]);
      if (status === undefined) throw new Refusal('CLASS_NOT_FOUND');
      return {
        success: true as const,
        ...describeWaitlistStatus(status, clock.now()),
        happenings: describeWaitlistEvents(happenings, rulebook),
      };
    },
  );

  app.get('/api/waitlist/mine', withSchema({ response: { 200: myWaitlistsAnswer } }), async (request) => {
    const now = clock.now();
    const rows = await readCurrentWaits(pool, { memberId: getMember(request).memberId, now });
    const lines = rows.map((row) => describeWaitlistedClass(row, now));
    return { success: true as const, lines, now: now.toISOString() };
  });

  app.get(
    '/api/waitlist',
    withSchema({ querystring: classesQuery, response: { 200: waitlistDayAnswer } }),
    async (request, reply) => {
      const now = clock.now();
      const { memberId } = getMember(request);
      const { date } = request.query;
      const [waitlistCounts, places] = await Promise.all([
        timetable.getWaitlistCounts(date, now),
        readPlaces({ date, memberId }),
      ]);
      if (places === undefined) return sendCachedJson(reply, getSharedAnswer(waitlistCounts, now));
      return describeDay(waitlistCounts, places, now);
    },
  );
}

function registerWaitlistCommands(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, ids } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'waitlist');
  const joinDeps = { ...deps, nextWaitlistId: () => ids.waitlistId.next() };

  app.post(
    '/api/waitlist',
    withSchema({ body: joinWaitlistBody, response: { 200: joinWaitlistAnswer } }),
    async (request) => {
      const entry = { classId: request.body.classId, memberId: getMember(request).memberId };
      // A job that follows the joining finds overlapping bookings that are made concurrently.
      if (await hasOverlappingBooking(pool, entry)) {
        throw new Refusal('OVERLAPPING_BOOKING');
      }
      const { place, waiting, position } = await joinWaitlist(
        joinDeps,
        { ...entry, expected: request.body.expected },
        createCommandContext(request, clock),
      );
      const pending = await catchUp(position, readModels);
      return { success: true as const, position: place, waitlistCount: waiting, ...pending };
    },
  );

  app.post(
    '/api/waitlist/confirm',
    withSchema({ body: confirmWaitlistBody, response: { 200: commandAnswer } }),
    async (request) => {
      const { position } = await confirmWaitlistPlace(
        deps,
        { ...request.body, memberId: getMember(request).memberId },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );

  app.delete(
    '/api/waitlist',
    withSchema({ body: waitlistBody, response: { 200: commandAnswer } }),
    async (request) => {
      const { position } = await leaveWaitlist(
        deps,
        { classId: request.body.classId, memberId: getMember(request).memberId, reason: 'left' },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );
}
