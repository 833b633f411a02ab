import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { registerErrors } from '../plugins/errors.ts';
import { maxConcurrentBookings, registerBookingQueue } from './booking-queue.ts';

it('answers 503 to a booking that was queued too long without starting it, and runs a later one', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ forceCloseConnections: true, logger: { level: 'warn', stream } });
  onTestFinished(() => app.close());
  registerErrors(app);
  let arrived = 0;
  app.addHook('preHandler', (_request, _reply, done) => {
    arrived += 1;
    done();
  });
  registerBookingQueue(app);
  const started: unknown[] = [];
  const release = Promise.withResolvers<void>();
  app.post('/api/bookings', async ({ body }) => {
    started.push(body);
    await release.promise;
    return 'booked';
  });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const book = (name: string) =>
    fetch(`${base}/api/bookings`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: name });
  const first = Array.from({ length: maxConcurrentBookings }, (_, number) => book(`first ${number}`));
  await waitFor(() => started.length === maxConcurrentBookings);
  const rejected = await book('too long');
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await rejected.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  expect(started).toHaveLength(maxConcurrentBookings);
  // Under load thousands are rejected like this, so each gets one short log line without a stack.
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, status: 503, msg: 'UNAVAILABLE' }),
  ]);
  expect(lines[0]).not.toContain('stack');
  const later = book('later');
  await waitFor(() => arrived === maxConcurrentBookings + 2);
  release.resolve();
  expect(await (await later).text()).toBe('booked');
  for (const answer of await Promise.all(first)) expect(answer.status).toBe(200);
  expect(started.slice(maxConcurrentBookings)).toEqual(['later']);
});
