import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import {
  readBookingById,
  readClassBookings,
  readRecentBookings,
} from '#projections/read-models/bookings/queries.ts';
import { readUserById } from '#projections/read-models/members/queries.ts';
import { readClassById } from '#projections/read-models/schedule/queries.ts';
import { readWaitlistOfClass } from '#projections/read-models/waitlist/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import { notFound } from '#services/api/http-error.ts';
import {
  describeClassBooking,
  describeRecentBooking,
  describeWaitlistEntry,
} from '#services/api/presenters/describe-admin-booking.ts';
import { describeBookingRemoval } from '#services/api/presenters/describe-class-effects.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { removeBooking } from '#services/commands/booking/remove-booking.ts';
import {
  addMemberAnswer,
  addMemberBody,
  classBookingsAnswer,
  recentBookingsAnswer,
} from '#services/contract/admin-schedule.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { classParams } from '#services/contract/schedule.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['bookings', 'booking-progress', 'schedule', 'wallet', 'waitlist'];

/** Rethrows a refusal with the details that make its sentence address staff. */
function rethrowForStaff(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new Refusal(error.code, { ...error.details, askedByStaff: true }, error.facts);
}

/** The bookings of a class, the recent bookings, and adding a member to a class or removing one. */
export function registerAdminBookingRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, ids } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get(
    '/api/admin/class-bookings/:classId',
    withSchema({ params: classParams, response: { 200: classBookingsAnswer } }),
    async (request) => {
      const { classId } = request.params;
      const [row, bookings, waitlist] = await Promise.all([
        readClassById(pool, classId),
        readClassBookings(pool, classId),
        readWaitlistOfClass(pool, classId),
      ]);
      if (row === undefined) throw new Refusal('CLASS_NOT_FOUND');
      return {
        success: true as const,
        bookings: bookings.map(describeClassBooking),
        waitlist: waitlist.map((entry, index) => describeWaitlistEntry(entry, index + 1)),
      };
    },
  );

  app.get('/api/admin/recent-bookings', withSchema({ response: { 200: recentBookingsAnswer } }), async () => {
    const bookings = await readRecentBookings(pool);
    return {
      success: true as const,
      bookings: bookings.map(describeRecentBooking),
      now: clock.now().toISOString(),
    };
  });

  app.delete(
    '/api/admin/remove-booking/:bookingId',
    withSchema({
      params: z.object({ bookingId: numericIdText }),
      querystring: dryRunQuery,
      response: { 200: z.union([dryRunAnswer, commandAnswer]) },
    }),
    async (request) => {
      const { bookingId } = request.params;
      // The member and class of a booking never change, so the read model may answer; the command decides whether it is active.
      const known = await readBookingById(pool, bookingId);
      const row = known && (await readClassById(pool, known.classId));
      if (known === undefined || row === undefined) throw new Refusal('BOOKING_NOT_FOUND');
      const booking = { bookingId, classId: known.classId, memberId: known.userId };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) {
        const dry = createDryDependencies(deps);
        await removeBooking(dry, booking, context);
        const effects = await describeBookingRemoval(pool, row, dry.events);
        return answerDryRun(effects);
      }
      const { position } = await removeBooking(deps, booking, context);
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );

  app.post(
    '/api/admin/add-member-to-class',
    withSchema({ body: addMemberBody, response: { 200: addMemberAnswer } }),
    async (request) => {
      const { userId: memberId, ...decision } = request.body;
      const member = await readUserById(pool, memberId);
      if (member === undefined || member.erasedAt !== null)
        throw notFound('We could not find this member. They may have left.');
      const { position, ...booked } = await bookClass(
        { ...deps, nextBookingId: () => ids.bookingId.next() },
        { ...decision, memberId, source: 'staff' },
        createCommandContext(request, clock),
      ).catch(rethrowForStaff);
      return { success: true as const, ...booked, ...(await catchUp(position, readModels)) };
    },
  );
}
