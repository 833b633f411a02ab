import fastifyJwt from '@fastify/jwt';
import { millisecondsInHour } from 'date-fns/constants';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Pool, PoolClient } from 'pg';

/**
 * The peers that the product is compared with: Fastify and pg, with the product's checks on a booking. These are
 * session, window, past, marked full, capacity, already booked, and a usable pass, soonest expiry first. They have no
 * history, emails or live pages.
 */

/** `transaction`: a plain CRUD service, with `SELECT … FOR UPDATE`. `function`: one call of a PL/pgSQL function. */
export type PeerBooking = 'transaction' | 'function';

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Eight days, so that all seven days of a released week are open at any hour. */
const windowMs = 8 * 24 * millisecondsInHour;

const createRefusal = (status: number, code: string): Answer => ({
  status,
  body: { success: false, error: code, code },
});

async function bookInTransaction(client: PoolClient, memberId: string, classId: number): Promise<Answer> {
  const found = await client.query<{
    starts_at: Date;
    capacity: number;
    booked: number;
    is_marked_full: boolean;
    is_cancelled: boolean;
  }>(
    'SELECT starts_at, capacity, booked, is_marked_full, is_cancelled FROM peer.classes WHERE id = $1 FOR UPDATE',
    [classId],
  );
  const details = found.rows[0];
  if (!details) return createRefusal(404, 'CLASS_NOT_FOUND');
  const now = Date.now();
  if (details.is_cancelled) return createRefusal(409, 'CLASS_CANCELLED');
  if (details.starts_at.getTime() <= now) return createRefusal(409, 'CLASS_PAST');
  if (details.starts_at.getTime() > now + windowMs) return createRefusal(409, 'OUTSIDE_BOOKING_WINDOW');
  const existing = await client.query<{ id: number }>(
    "SELECT id FROM peer.bookings WHERE class_id = $1 AND member_id = $2 AND status = 'confirmed'",
    [classId, memberId],
  );
  if (existing.rows[0]) return { status: 200, body: { success: true, bookingId: existing.rows[0].id } };
  if (details.is_marked_full || details.booked >= details.capacity) return createRefusal(409, 'CLASS_FULL');
  const lot = await client.query<{ id: string }>(
    `SELECT id FROM peer.lots WHERE member_id = $1 AND remaining > 0 AND expires_at >= $2
     ORDER BY expires_at, granted_at LIMIT 1 FOR UPDATE`,
    [memberId, details.starts_at],
  );
  if (!lot.rows[0]) return createRefusal(402, 'NO_PASS');
  await client.query('UPDATE peer.lots SET remaining = remaining - 1, used = used + 1 WHERE id = $1', [
    lot.rows[0].id,
  ]);
  const booking = await client.query<{ id: number }>(
    'INSERT INTO peer.bookings (class_id, member_id, lot_id) VALUES ($1, $2, $3) RETURNING id',
    [classId, memberId, lot.rows[0].id],
  );
  await client.query('UPDATE peer.classes SET booked = booked + 1 WHERE id = $1', [classId]);
  const left = await client.query<{ left: number }>(
    'SELECT coalesce(sum(remaining), 0)::int AS left FROM peer.lots WHERE member_id = $1 AND expires_at > now()',
    [memberId],
  );
  return {
    status: 200,
    body: { success: true, bookingId: booking.rows[0]?.id, creditsRemaining: left.rows[0]?.left },
  };
}

async function bookByTransaction(pool: Pool, sid: string, classId: number): Promise<Answer> {
  const session = await pool.query<{ member_id: string }>(
    'SELECT member_id FROM peer.sessions WHERE sid = $1 AND expire > now()',
    [sid],
  );
  const memberId = session.rows[0]?.member_id;
  if (!memberId) return createRefusal(401, 'UNAUTHENTICATED');
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const answer = await bookInTransaction(client, memberId, classId);
    await client.query('COMMIT');
    return answer;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function bookByFunction(pool: Pool, sid: string, classId: number): Promise<Answer> {
  const { rows } = await pool.query<{
    status: number;
    code: string | null;
    booking_id: number;
    credits: number | null;
  }>({ name: 'book', text: 'SELECT * FROM peer.book($1, $2)', values: [sid, classId] });
  const [row] = rows;
  if (row === undefined) throw new Error('peer.book returned no row');
  if (row.code !== null) return createRefusal(row.status, row.code);
  return {
    status: 200,
    body: { success: true, bookingId: row.booking_id, creditsRemaining: row.credits ?? undefined },
  };
}

/** The reads of a member who books, each with one query. Parameters: $1 the session, $2 the date, if any. */
const reads: Readonly<Record<string, { field: string; sql: string; hasDate?: true; isPublic?: true }>> = {
  '/api/classes': {
    field: 'classes',
    hasDate: true,
    isPublic: true,
    sql: `SELECT id, starts_at, date::text, level, capacity, booked, is_marked_full FROM peer.classes
      WHERE date = $1 AND NOT is_cancelled ORDER BY starts_at, id`,
  },
  '/api/class-passes': {
    field: 'classPasses',
    isPublic: true,
    sql: 'SELECT id, name, classes, price_pence FROM peer.passes ORDER BY id',
  },
  '/api/waitlist': {
    field: 'waitlist',
    hasDate: true,
    sql: `SELECT w.class_id FROM peer.waitlist w JOIN peer.classes c ON c.id = w.class_id
      JOIN peer.sessions s ON s.member_id = w.member_id WHERE s.sid = $1 AND s.expire > now() AND c.date = $2`,
  },
  '/api/auth/user': {
    field: 'user',
    sql: `SELECT m.id, m.name, m.email FROM peer.members m JOIN peer.sessions s ON s.member_id = m.id
      WHERE s.sid = $1 AND s.expire > now()`,
  },
  '/api/my-bookings': {
    field: 'bookings',
    sql: `SELECT b.id, b.status, b.created_at, c.id AS class_id, c.starts_at, c.level FROM peer.bookings b
      JOIN peer.classes c ON c.id = b.class_id JOIN peer.sessions s ON s.member_id = b.member_id
      WHERE s.sid = $1 AND s.expire > now() ORDER BY c.starts_at DESC`,
  },
  '/api/user/passes': {
    field: 'passes',
    sql: `SELECT l.id, l.remaining, l.used, l.granted_at, l.expires_at FROM peer.lots l
      JOIN peer.sessions s ON s.member_id = l.member_id WHERE s.sid = $1 AND s.expire > now() ORDER BY l.expires_at`,
  },
};

/** `POST /api/bookings` and the reads beside it; bearer tokens signed with `secret` name a row of `peer.sessions`. */
export async function createPeerService(
  pool: Pool,
  secret: string,
  booking: PeerBooking,
): Promise<FastifyInstance> {
  const app = Fastify({ logger: false });
  await app.register(fastifyJwt, { secret });
  const book = booking === 'function' ? bookByFunction : bookByTransaction;
  const sidOf = (request: FastifyRequest): string =>
    app.jwt.verify<{ sid: string }>(request.headers.authorization?.slice(7) ?? '').sid;

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
      const answer = await book(pool, sidOf(request), request.body.classId);
      return reply.code(answer.status).send(answer.body);
    },
  );
  for (const [path, { field, sql, hasDate = false, isPublic = false }] of Object.entries(reads)) {
    app.get<{ Querystring: { date?: string } }>(path, async (request) => {
      const values = [
        ...(isPublic ? [] : [sidOf(request)]),
        ...(hasDate ? [request.query.date ?? '1970-01-01'] : []),
      ];
      const { rows } = await pool.query({ name: path, text: sql, values });
      return { success: true, [field]: rows };
    });
  }
  return app;
}
