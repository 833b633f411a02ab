import type { FastifyInstance } from 'fastify';
import { unavailable } from '../http-error.ts';
import { FairQueue } from './fair-queue.ts';

/**
 * How many bookings run concurrently. Without a limit they share the processor and are all late. At 500 a second,
 * three times the capacity of a slow machine, 138 of 10,647 reached their deadline of 9 s (503).
 */
export const maxConcurrentBookings = 128;
/**
 * A booking queued longer than this is answered 503 before it starts. Started so late it would mostly complete after
 * its deadline, unseen by its member, and delay those behind it. On a slow machine that happened to 5,553 of 10,880
 * bookings.
 */
export const maxQueuedMs = 6_000;

/** Queues bookings. Other commands are not queued, since some of them wait for Stripe and would block those behind them. */
export function registerBookingQueue(app: FastifyInstance): void {
  const bookings = new FairQueue({
    maxConcurrent: maxConcurrentBookings,
    getStartsPerTick: () => maxConcurrentBookings,
    timeoutMs: maxQueuedMs,
  });
  // After the whole body has arrived and the caller is authorised: slow or anonymous clients must not occupy places.
  app.addHook('preHandler', (request, reply, done) => {
    // A connection that is destroyed already emits no further `close` to release its place.
    const isBooking = request.method === 'POST' && request.routeOptions.url === '/api/bookings';
    if (!isBooking || reply.raw.destroyed) {
      done();
      return;
    }
    const release = bookings.enter((waitedMs) => {
      if (waitedMs < maxQueuedMs) done();
      else done(unavailable());
    });
    // Emitted when the answer is sent, and when the client disconnects before.
    reply.raw.once('close', release);
  });
}
