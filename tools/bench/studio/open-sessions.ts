import { randomUUID } from 'node:crypto';
import fastifyJwt from '@fastify/jwt';
import Fastify from 'fastify';
import type { StudioEvent } from '#domain/registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';

/** Opens a session for each member without a password, and returns the bearer tokens in the same order. */
export async function openSessions(
  { pool, config }: Pick<Runtime<StudioEvent>, 'pool' | 'config'>,
  memberIds: readonly string[],
): Promise<string[]> {
  const sids = memberIds.map(() => randomUUID());
  await pool.query(
    `INSERT INTO sessions (sid, sess, expire)
     SELECT sid, jsonb_build_object('kind', 'member', 'memberId', member), now() + interval '1 day'
     FROM unnest($1::text[], $2::text[]) AS t (sid, member)`,
    [sids, memberIds],
  );
  const signer = Fastify();
  await signer.register(fastifyJwt, { secret: config.jwtSecret, sign: { expiresIn: '24h' } });
  await signer.ready();
  const tokens = sids.map((sid) => signer.jwt.sign({ sid }));
  await signer.close();
  return tokens;
}
