import type { FastifyInstance } from 'fastify';
import { unavailable } from '../http-error.ts';
import { FairQueue } from './fair-queue.ts';

/**
 * How many bookings are under way at once; more stand in line. All at once they share the processor, and all are late together: of 500
 * a second, three times what a slow machine could do, 138 of 10,647 met their deadline of 9 s, while the median was 4.
 */
export const maxConcurrentBookings = 128;
/**
 * Whoever has stood in line so long (ms) is told to try again, and nothing has begun: a booking begun so late would mostly be made when
 * its 9 s are over, so that nobody is told of it, and those behind it come too late in turn. Of 10,880 bookings on a slow machine
 * 5,553 had been made like that.
 */
export const maxQueuedMs = 6_000;

/**
 * Has bookings stand in a line of their own. Other commands have none, since some of them wait for Stripe, and nobody is to wait
 * behind those.
 */
export function registerBookingQueue(app: FastifyInstance): void {
  const bookings = new FairQueue({
    atOnce: maxConcurrentBookings,
    aTurn: () => maxConcurrentBookings,
    patienceMs: maxQueuedMs,
  });
  // Once all of it has come: who sends it slowly, or may not ask at all, is to keep nobody out.
  app.addHook('preHandler', (request, reply, done) => {
    // Of whoever has gone already nothing would say that they leave.
    const isBooking = request.method === 'POST' && request.routeOptions.url === '/api/bookings';
    if (!isBooking || reply.raw.destroyed) {
      done();
      return;
    }
    const leave = bookings.take((waitedMs) => {
      if (waitedMs < maxQueuedMs) done();
      else done(unavailable());
    });
    // Comes when the answer is out, and when whoever asked has gone before.
    reply.raw.once('close', leave);
  });
}
