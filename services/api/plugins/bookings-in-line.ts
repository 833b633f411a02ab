import type { FastifyInstance } from 'fastify';
import { Turns } from '../turns.ts';

/**
 * How many bookings are under way at once; more stand in line. All at once they share the processor, and all are late together: of 500
 * a second, three times what a slow machine could do, 138 of 10,647 met their deadline of 9 s, while the median was 4.
 */
export const bookingsAtOnce = 128;

/**
 * Has bookings stand in a line of their own. Other commands have none, since some of them wait for Stripe, and nobody is to wait
 * behind those.
 */
export function registerBookingsInLine(app: FastifyInstance): void {
  const bookings = new Turns({ atOnce: bookingsAtOnce, aTurn: () => bookingsAtOnce });
  // Once all of it has come: who sends it slowly, or may not ask at all, is to keep nobody out.
  app.addHook('preHandler', (request, reply, done) => {
    // Of whoever has gone already nothing would say that they leave.
    const isBooking = request.method === 'POST' && request.routeOptions.url === '/api/bookings';
    if (!isBooking || reply.raw.destroyed) {
      done();
      return;
    }
    // Comes when the answer is out, and when whoever asked has gone before.
    reply.raw.once(
      'close',
      bookings.take(() => done()),
    );
  });
}
