import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import { batchReads } from '#infra/postgres/batch-reads.ts';
import { readBookingById, readBookingsOfMembers } from '#projections/read-models/bookings/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { describeBooking } from '#services/api/presenters/describe-booking.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import type { BookingRef } from '#services/commands/booking/booking-end.ts';
import { SeatRefused } from '#services/commands/booking/booking-result.ts';
import { cancelBooking } from '#services/commands/booking/cancel-booking.ts';
import { moveBooking } from '#services/commands/booking/move-booking.ts';
import { undoCancellation } from '#services/commands/booking/undo-cancellation.ts';
import {
  bookAnswer,
  bookBody,
  cancelBookingAnswer,
  cancelBookingBody,
  myBookingsAnswer,
  undoCancellationBody,
} from '#services/contract/bookings.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['bookings', 'booking-progress', 'schedule', 'wallet'];

/** The read model may answer this, since the class of a booking never changes; the command decides what is allowed. */
async function requireOwnBooking(
  pool: Pool,
  request: FastifyRequest,
  bookingId: number,
): Promise<BookingRef> {
  const { memberId } = getMember(request);
  const known = await readBookingById(pool, bookingId);
  if (!known || known.userId !== memberId) throw new Refusal('BOOKING_NOT_FOUND');
  return { bookingId, classId: known.classId, memberId };
}

/** Booking a class, My Classes, moving, cancelling, and undoing a cancellation. */
export function registerBookingRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, ids } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'bookings');
  const bookingDeps = { ...deps, nextBookingId: () => ids.bookingId.next() };

  /** Waits until the returned pass is shown, since a member who gets no seat reads the passes next. */
  async function catchUpWithRefusal(error: unknown): Promise<never> {
    if (error instanceof SeatRefused) await catchUp(error.position, readModels);
    throw error;
  }

  app.post(
    '/api/bookings',
    withSchema({ body: bookBody, response: { 200: bookAnswer } }),
    async (request) => {
      const { memberId } = getMember(request);
      const context = createCommandContext(request, clock);
      const { position, ...booked } = await bookClass(
        bookingDeps,
        { ...request.body, memberId, source: 'member' },
        context,
      ).catch(catchUpWithRefusal);
      return { success: true as const, ...booked, ...(await catchUp(position, readModels)) };
    },
  );

  const ofOneBooking = { params: z.object({ id: numericIdText }), response: { 200: bookAnswer } };

  app.post('/api/bookings/:id/move', withSchema({ body: bookBody, ...ofOneBooking }), async (request) => {
    const booking = await requireOwnBooking(pool, request, request.params.id);
    const { classId: toClassId, ...decision } = request.body;
    const { position, ...moved } = await moveBooking(
      bookingDeps,
      { ...booking, ...decision, toClassId },
      createCommandContext(request, clock),
    );
    return { success: true as const, ...moved, ...(await catchUp(position, readModels)) };
  });

  app.post(
    '/api/bookings/:id/undo-cancellation',
    withSchema({ body: undoCancellationBody, ...ofOneBooking }),
    async (request) => {
      const booking = await requireOwnBooking(pool, request, request.params.id);
      const { position, ...booked } = await undoCancellation(
        bookingDeps,
        { ...booking, expected: request.body?.expected },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...booked, ...(await catchUp(position, readModels)) };
    },
  );

  registerMyBookings(app, deps);

  app.post(
    '/api/cancel-booking',
    withSchema({ body: cancelBookingBody, response: { 200: cancelBookingAnswer } }),
    async (request) => {
      const { bookingId, undoesBooking } = request.body;
      const booking = await requireOwnBooking(pool, request, bookingId);
      const context = createCommandContext(request, clock);
      const cancelled = await cancelBooking(deps, { ...booking, undoesBooking }, context);
      return {
        success: true as const,
        refunded: cancelled.passReturned,
        passPaidBack: cancelled.passPaidBack,
        refillable: cancelled.refillable,
        passName: cancelled.lot.passName,
        passExpiresAt: cancelled.lot.expiresAt,
        creditsRemaining: cancelled.creditsRemaining,
        ...(await catchUp(cancelled.position, readModels)),
      };
    },
  );
}

function registerMyBookings(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'bookings');
  const readBookings = batchReads((memberIds: readonly string[]) => readBookingsOfMembers(pool, memberIds));

  app.get('/api/my-bookings', withSchema({ response: { 200: myBookingsAnswer } }), async (request) => {
    const now = clock.now();
    const bookings = (await readBookings(getMember(request).memberId)) ?? [];
    return {
      success: true as const,
      bookings: bookings.map((booking) => describeBooking(booking, now)),
      now: now.toISOString(),
    };
  });
}
