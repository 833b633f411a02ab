import { randomUUID } from 'node:crypto';
import { secondsInDay } from 'date-fns/constants';
import type { StudioEvent } from '#domain/registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { signToken } from '#tools/testing/session-tokens.ts';

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
  const iat = Math.floor(Date.now() / 1_000);
  return sids.map((sid) => signToken(config.jwtSecret, { sid, iat, exp: iat + secondsInDay }));
}
