import { millisecondsInDay } from 'date-fns/constants';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import {
  createCalendarToken,
  findCalendarFeed,
  readCalendarCreation,
  revokeCalendar,
} from '#infra/postgres/tables/calendar-feeds.ts';
import { readPlaceRevision } from '#infra/postgres/tables/calendar-places.ts';
import { readCalendarBookings } from '#projections/read-models/bookings/calendar-queries.ts';
import { readUserById } from '#projections/read-models/members/queries.ts';
import { describeCalendarEvent, groupIntoVisits } from '#services/api/calendar/describe-calendar-event.ts';
import { formatCalendar } from '#services/api/calendar/format-calendar.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { notFound } from '#services/api/http-error.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { getSiteUrl } from '#services/api/site-url.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import {
  calendarFeedAnswer,
  calendarLinkAnswer,
  calendarText,
  calendarToken,
} from '#services/contract/calendar.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const response = { 200: calendarText };
const MONTH_MS = 30 * millisecondsInDay;

function sendCalendar(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/calendar; charset=utf-8').serializer(String).send(text);
}

/** One booking as a calendar file, and the private feed of a member's bookings. */
export function registerCalendarRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, config } = deps;
  const { studio, siteUrl } = config;
  const withSchema = protectRoutes(authentication.requireMember, 'calendar');
  const place = { name: studio.name, address: studio.address, siteUrl };

  async function readEvents(memberId: string) {
    const [bookings, revision] = await Promise.all([
      readCalendarBookings(pool, memberId),
      readPlaceRevision(pool, JSON.stringify(place)),
    ]);
    return groupIntoVisits(bookings).map((visit) => ({
      visit,
      event: describeCalendarEvent(visit, { ...place, revision }),
    }));
  }

  app.get(
    '/api/bookings/:id/calendar.ics',
    withSchema({ params: z.object({ id: numericIdText }), response }),
    async (request, reply) => {
      const events = await readEvents(getMember(request).memberId);
      const own = events.find(({ visit }) => visit.some(({ id }) => id === request.params.id));
      if (own === undefined) throw new Refusal('BOOKING_NOT_FOUND');
      const calendar = { name: own.event.summary, events: [own.event] };
      return sendCalendar(reply, formatCalendar(calendar, clock.now()));
    },
  );

  // Calendar programs send no token; knowing the link is the authorisation.
  app.get(
    '/api/calendar/:token.ics',
    { schema: { tags: ['calendar'], params: z.object({ token: calendarToken }), response } },
    async (request, reply) => {
      const feed = await findCalendarFeed(pool, request.params.token);
      const member = feed && (await readUserById(pool, feed.memberId));
      if (!member || member.email === null || feed.epoch < member.epoch) throw notFound();
      const now = clock.now();
      const events = (await readEvents(member.id))
        .map(({ event }) => event)
        .filter(({ startsAt }) => startsAt.getTime() >= now.getTime() - MONTH_MS);
      return sendCalendar(reply, formatCalendar({ name: `My classes at ${studio.name}`, events }, now));
    },
  );

  app.get(
    '/api/user/calendar-feed',
    withSchema({ response: { 200: calendarFeedAnswer } }),
    async (request) => {
      const madeAt = await readCalendarCreation(pool, getMember(request));
      return { success: true as const, since: madeAt?.toISOString() ?? null };
    },
  );

  app.post(
    '/api/user/calendar-feed',
    withSchema({ response: { 200: calendarLinkAnswer } }),
    async (request) => {
      const now = clock.now();
      const token = await createCalendarToken(pool, getMember(request), now);
      const url = `${getSiteUrl(request, config)}/api/calendar/${token}.ics`;
      return { success: true as const, url, since: now.toISOString() };
    },
  );

  app.delete('/api/user/calendar-feed', withSchema({ response: { 200: commandAnswer } }), async (request) => {
    await revokeCalendar(pool, getMember(request).memberId);
    return { success: true as const };
  });
}
