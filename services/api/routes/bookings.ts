import { bookingById, bookingsOf } from '../../../projections/read-models/bookings/queries.ts';
import { bookClass } from '../../commands/book-class.ts';
import { cancelBooking } from '../../commands/cancel-booking.ts';
import {
  bookAnswer,
  bookBody,
  cancelBookingAnswer,
  cancelBookingBody,
  myBookingsAnswer,
} from '../../contract/bookings.ts';
import { Refusal } from '../../domain/refusal.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { describeBooking } from '../describe-booking.ts';
import { memberOf } from '../plugins/authentication.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

const tags = ['bookings'];
const touched = ['bookings', 'schedule', 'wallet'];

/** Booking a class, My Classes, and cancelling. */
export function bookingRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, ids } = deps;
  const onRequest = authentication.requireMember;
  const bookingDeps = { ...deps, nextBookingId: () => ids.bookingId.next() };

  app.post(
    '/api/bookings',
    { onRequest, schema: { tags, security: bearer, body: bookBody, response: { 200: bookAnswer } } },
    async (request) => {
      const { memberId } = memberOf(request);
      const { classId } = request.body;
      const context = commandContext(request, clock);
      const { position, ...booked } = await bookClass(
        bookingDeps,
        { classId, memberId, source: 'member' },
        context,
      );
      return { success: true as const, ...booked, ...(await catchUp(position, touched)) };
    },
  );

  app.get(
    '/api/my-bookings',
    { onRequest, schema: { tags, security: bearer, response: { 200: myBookingsAnswer } } },
    async (request) => {
      const now = clock.now();
      const bookings = await bookingsOf(pool, memberOf(request).memberId);
      return {
        success: true as const,
        bookings: bookings.map((booking) => describeBooking(booking, now)),
        now: now.toISOString(),
      };
    },
  );

  app.post(
    '/api/cancel-booking',
    {
      onRequest,
      schema: { tags, security: bearer, body: cancelBookingBody, response: { 200: cancelBookingAnswer } },
    },
    async (request) => {
      const { memberId } = memberOf(request);
      const { bookingId } = request.body;
      // Which class a booking is in never changes, so a read model may tell it; what may be done, the class decides.
      const known = await bookingById(pool, bookingId);
      if (!known || known.userId !== memberId) throw new Refusal('BOOKING_NOT_FOUND');
      const booking = { bookingId, classId: known.classId, memberId };
      const cancelled = await cancelBooking(deps, booking, commandContext(request, clock));
      return {
        success: true as const,
        refunded: cancelled.passReturned,
        passName: cancelled.lot.passName,
        passExpiresAt: cancelled.lot.expiresAt,
        creditsRemaining: cancelled.creditsRemaining,
        ...(await catchUp(cancelled.position, touched)),
      };
    },
  );
}
