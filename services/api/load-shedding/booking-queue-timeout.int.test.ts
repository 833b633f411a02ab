import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { registerErrors } from '../plugins/errors.ts';
import { maxConcurrentBookings, registerBookingQueue } from './booking-queue.ts';

it('who has stood in line too long is told to try again, and nothing has begun; who came later gets in', async () => {
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
  const begun: unknown[] = [];
  const held = Promise.withResolvers<void>();
  app.post('/api/bookings', async ({ body }) => {
    begun.push(body);
    await held.promise;
    return 'booked';
  });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const book = (name: string) =>
    fetch(`${base}/api/bookings`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: name });
  const first = Array.from({ length: maxConcurrentBookings }, (_, number) => book(`first ${number}`));
  await waitFor(() => begun.length === maxConcurrentBookings);
  const refused = await book('too long');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  expect(begun).toHaveLength(maxConcurrentBookings);
  // Thousands are refused like this at once: a short line each, and no stack of what is no fault.
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, status: 503, msg: 'UNAVAILABLE' }),
  ]);
  expect(lines[0]).not.toContain('stack');
  const later = book('later');
  await waitFor(() => arrived === maxConcurrentBookings + 2);
  held.resolve();
  expect(await (await later).text()).toBe('booked');
  for (const answer of await Promise.all(first)) expect(answer.status).toBe(200);
  expect(begun.slice(maxConcurrentBookings)).toEqual(['later']);
});
