import { randomUUID } from 'node:crypto';
import { createPool } from '#infra/postgres/create-pool.ts';
import { createPeerService } from '../peers/peer-service.ts';
import { peerSchema } from '../peers/schema.ts';
import { answerParent } from './child.ts';
import type { Prepared } from './studio-server.ts';

/** Serves the peer that the product is compared with, in a database of its own on the product's Postgres. */
const pool = createPool(process.env.PEER_DATABASE ?? '', { max: 20 });
await pool.query(peerSchema);
const app = await createPeerService(
  pool,
  'bench-secret-of-at-least-32-characters',
  process.env.PEER_BOOKING === 'function' ? 'function' : 'transaction',
);
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
let classes = 0;

export interface PeerPrepared extends Prepared {
  /** The days of the classes, yyyy-MM-dd. */
  readonly dates: string[];
}

export interface PrepareMessage {
  readonly kind: 'prepare';
  readonly classes: number;
  /** Of each class; default 7. */
  readonly seats?: number;
  /** Spreads a new week over so many days from tomorrow and cancels earlier classes. By default all are in three days. */
  readonly days?: number;
  readonly members: number;
  readonly passes: number;
}

async function createClasses({ classes: count, seats = 7, days }: PrepareMessage): Promise<number[]> {
  if (days !== undefined) await pool.query('UPDATE peer.classes SET is_cancelled = true');
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO peer.classes (id, starts_at, date, level, capacity)
     SELECT $1::int + n, at, at::date, 'reformer for all', $3::int
     FROM generate_series(1, $2::int) AS n,
       LATERAL (SELECT date_trunc('day', now())
         + make_interval(days => coalesce(1 + (n - 1) % $4::int, 3), hours => 6, mins => (n * 15) % 900)) AS t (at)
     RETURNING id`,
    [classes, count, seats, days ?? null],
  );
  classes += count;
  return rows.map(({ id }) => id);
}

async function createMembers({ members, passes }: PrepareMessage): Promise<string[]> {
  const sids = Array.from({ length: members }, () => randomUUID());
  const memberIds = Array.from({ length: members }, () => randomUUID());
  await pool.query(
    `INSERT INTO peer.members SELECT id, 'Test Member', id || '@example.com' FROM unnest($1::text[]) AS id`,
    [memberIds],
  );
  await pool.query(
    `INSERT INTO peer.sessions SELECT sid, member, now() + interval '1 day' FROM unnest($1::text[], $2::text[]) AS t (sid, member)`,
    [sids, memberIds],
  );
  await pool.query(
    `INSERT INTO peer.lots (id, member_id, remaining, expires_at)
     SELECT 'lot-' || member, member, $2, now() + interval '60 days' FROM unnest($1::text[]) AS member`,
    [memberIds, passes],
  );
  return sids.map((sid) => app.jwt.sign({ sid }));
}

answerParent<PrepareMessage>(
  async (message): Promise<PeerPrepared> => {
    const classIds = await createClasses(message);
    const tokens = await createMembers(message);
    const { rows } = await pool.query<{ date: string }>(
      'SELECT DISTINCT date::text FROM peer.classes WHERE id = ANY ($1) ORDER BY date',
      [classIds],
    );
    return { port, classIds, tokens, dates: rows.map(({ date }) => date) };
  },
  async () => {
    await app.close();
    await pool.end();
  },
);
