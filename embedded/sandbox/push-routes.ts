import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { StudioClock } from '#infra/clock/studio-clock.ts';
import { type Outbox, outboxKind } from './outbox.ts';

const Params = z.object({ device: z.string().regex(/^[\w-]{1,100}$/) });
const Answer = z.object({ status: z.int().min(200).max(599) });
const shownHeaders = ['ttl', 'topic', 'urgency', 'content-encoding', 'authorization'] as const;

/**
 * Registers a push service: `POST /push/{device}` takes a message for a browser. Only the browser can decrypt it, so the outbox shows
 * its headers, and as text its bytes in base64. `PUT /push/{device}/answer` sets the status that the service answers from then on, for
 * example 410 for a browser that unsubscribed, or 503 for an outage.
 */
export function registerPushRoutes(
  app: FastifyInstance,
  { pool, outbox, clock }: { pool: Pool; outbox: Outbox; clock: StudioClock },
): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  app.post('/:device', async (request, reply) => {
    const { device } = Params.parse(request.params);
    const { rows } = await pool.query<{ status: number }>(
      'SELECT status FROM sandbox.push_answers WHERE device = $1',
      [device],
    );
    const status = rows[0]?.status ?? 201;
    if (status >= 300) return reply.code(status).send();
    const { headers, body } = request;
    if (!headers.authorization?.startsWith('vapid ')) return reply.code(401).send();
    if (!(body instanceof Buffer)) return reply.code(400).send();
    const { topic } = headers;
    await outbox.addEmail({
      to: `device ${device}`,
      subject: 'Push message',
      html: `<p>${body.length} bytes, which only this browser can decrypt.</p>`,
      text: body.toString('base64'),
      kind: outboxKind.push,
      sentAt: clock.now(),
      headers: Object.fromEntries(
        shownHeaders.flatMap((name) => {
          const value = headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      ),
      // A later message of the same topic replaces an earlier one.
      idempotencyKey: typeof topic === 'string' ? `push/${device}/${topic}` : null,
    });
    return reply.code(status).send();
  });

  app.put('/:device/answer', async (request, reply) => {
    const { device } = Params.parse(request.params);
    const { status } = Answer.parse(request.body);
    await pool.query(
      `INSERT INTO sandbox.push_answers (device, status) VALUES ($1, $2)
       ON CONFLICT (device) DO UPDATE SET status = excluded.status`,
      [device, status],
    );
    return reply.code(204).send();
  });
}
