import fastifyJwt from '@fastify/jwt';
import { millisecondsInDay } from 'date-fns/constants';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Pool, PoolClient } from 'pg';

/**
 * What the bench measures the product against: bookings as a plain Fastify + pg service would do them, one transaction
 * with `SELECT … FOR UPDATE` and the same checks (session, window, past, marked full, capacity, already booked, a
 * usable pass, soonest expiry first).
 */
export const crudSchema = `
  CREATE SCHEMA crud;
  CREATE TABLE crud.sessions (sid text PRIMARY KEY, member_id text NOT NULL, expire timestamptz NOT NULL);
  CREATE TABLE crud.classes (id int PRIMARY KEY, starts_at timestamptz NOT NULL, capacity int NOT NULL,
    booked int NOT NULL DEFAULT 0, is_marked_full boolean NOT NULL DEFAULT false, is_cancelled boolean NOT NULL DEFAULT false);
  CREATE TABLE crud.lots (id text PRIMARY KEY, member_id text NOT NULL, remaining int NOT NULL, used int NOT NULL DEFAULT 0,
    granted_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL);
  CREATE INDEX ON crud.lots (member_id);
  CREATE TABLE crud.bookings (id serial PRIMARY KEY, class_id int NOT NULL REFERENCES crud.classes, member_id text NOT NULL,
    lot_id text NOT NULL REFERENCES crud.lots, status text NOT NULL DEFAULT 'confirmed', created_at timestamptz NOT NULL DEFAULT now());
  CREATE UNIQUE INDEX ON crud.bookings (class_id, member_id) WHERE status = 'confirmed';
  CREATE INDEX ON crud.bookings (member_id);
`;

interface Answer {
  readonly status: number;
  readonly body: object;
}

const refused = (status: number, code: string): Answer => ({
  status,
  body: { success: false, error: code, code },
});

async function book(client: PoolClient, memberId: string, classId: number): Promise<Answer> {
  const found = await client.query<{
    starts_at: Date;
    capacity: number;
    booked: number;
    is_marked_full: boolean;
    is_cancelled: boolean;
  }>(
    'SELECT starts_at, capacity, booked, is_marked_full, is_cancelled FROM crud.classes WHERE id = $1 FOR UPDATE',
    [classId],
  );
  const wanted = found.rows[0];
  if (!wanted) return refused(404, 'CLASS_NOT_FOUND');
  const now = Date.now();
  if (wanted.is_cancelled) return refused(409, 'CLASS_CANCELLED');
  if (wanted.starts_at.getTime() <= now) return refused(409, 'CLASS_PAST');
  if (wanted.starts_at.getTime() > now + 7.5 * millisecondsInDay)
    return refused(409, 'OUTSIDE_BOOKING_WINDOW');
  const existing = await client.query<{ id: number }>(
    "SELECT id FROM crud.bookings WHERE class_id = $1 AND member_id = $2 AND status = 'confirmed'",
    [classId, memberId],
  );
  if (existing.rows[0]) return { status: 200, body: { success: true, bookingId: existing.rows[0].id } };
  if (wanted.is_marked_full || wanted.booked >= wanted.capacity) return refused(409, 'CLASS_FULL');
  const lot = await client.query<{ id: string }>(
    `SELECT id FROM crud.lots WHERE member_id = $1 AND remaining > 0 AND expires_at >= $2
     ORDER BY expires_at, granted_at LIMIT 1 FOR UPDATE`,
    [memberId, wanted.starts_at],
  );
  if (!lot.rows[0]) return refused(402, 'NO_PASS');
  await client.query('UPDATE crud.lots SET remaining = remaining - 1, used = used + 1 WHERE id = $1', [
    lot.rows[0].id,
  ]);
  const booking = await client.query<{ id: number }>(
    'INSERT INTO crud.bookings (class_id, member_id, lot_id) VALUES ($1, $2, $3) RETURNING id',
    [classId, memberId, lot.rows[0].id],
  );
  await client.query('UPDATE crud.classes SET booked = booked + 1 WHERE id = $1', [classId]);
  const left = await client.query<{ left: number }>(
    'SELECT coalesce(sum(remaining), 0)::int AS left FROM crud.lots WHERE member_id = $1 AND expires_at > now()',
    [memberId],
  );
  return {
    status: 200,
    body: { success: true, bookingId: booking.rows[0]?.id, creditsRemaining: left.rows[0]?.left },
  };
}

/** `POST /api/bookings` on a pool; bearer tokens signed with `secret` name a row of `crud.sessions`. */
export async function createCrudService(pool: Pool, secret: string): Promise<FastifyInstance> {
  const app = Fastify({ logger: false });
  await app.register(fastifyJwt, { secret });
  app.post<{ Body: { classId: number } }>(
    '/api/bookings',
    {
      schema: {
        body: {
          type: 'object',
          required: ['classId'],
          properties: { classId: { type: 'integer', minimum: 1 } },
        },
      },
    },
    async (request, reply) => {
      const { sid } = app.jwt.verify<{ sid: string }>(request.headers.authorization?.slice(7) ?? '');
      const session = await pool.query<{ member_id: string }>(
        'SELECT member_id FROM crud.sessions WHERE sid = $1 AND expire > now()',
        [sid],
      );
      const memberId = session.rows[0]?.member_id;
      if (!memberId) return reply.code(401).send({ success: false });
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const answer = await book(client, memberId, request.body.classId);
        await client.query('COMMIT');
        return reply.code(answer.status).send(answer.body);
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
  );
  return app;
}
