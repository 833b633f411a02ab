import type { Pool } from 'pg';
import { z } from 'zod';
import type { Sealer } from '../crypto/sealer.ts';
import type { PushTarget } from './push.ts';

/** A stored subscription; `id` is the hash of its endpoint. */
export interface StoredSubscription {
  readonly id: string;
  readonly target: PushTarget;
}

/** The member who is notified, and their session in the browser. */
export interface PushOwner {
  readonly memberId: string;
  readonly sid: string | null;
}

export interface PushSubscriptions {
  /** Stores a browser's subscription for a member. It then belongs to no other member, and ends when this session of theirs is ended. */
  save(owner: PushOwner, target: PushTarget, now: Date): Promise<void>;
  /** Ties a subscription to the member's present session in that browser. False when it is not theirs. */
  adopt(owner: PushOwner, endpoint: string): Promise<boolean>;
  /** Removes a member's subscription; changes nothing when another member has it. */
  remove(memberId: string, endpoint: string): Promise<void>;
  /** Removes a subscription that the push service no longer has. */
  drop(id: string): Promise<void>;
  /** A member's subscriptions, the oldest first; none once the member's key is destroyed. */
  read(memberId: string): Promise<StoredSubscription[]>;
}

/** A member's oldest subscriptions are removed when there are more. */
const maxPerMember = 10;

const targetSchema = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});

export function createPushSubscriptions({
  pool,
  sealer,
  hash,
}: {
  pool: Pool;
  sealer: Sealer;
  hash: (endpoint: string) => string;
}): PushSubscriptions {
  return {
    async save({ memberId, sid }, { endpoint, keys: { p256dh, auth } }, now) {
      const sealed = await sealer.seal(memberId, { endpoint, keys: { p256dh, auth } });
      await pool.query(
        `INSERT INTO push_subscriptions (endpoint_hash, member_id, sealed, made_at, sid) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (endpoint_hash) DO UPDATE
           SET member_id = excluded.member_id, sealed = excluded.sealed, made_at = excluded.made_at, sid = excluded.sid`,
        [hash(endpoint), memberId, sealed, now, sid],
      );
      await pool.query(
        `DELETE FROM push_subscriptions WHERE endpoint_hash IN (
           SELECT endpoint_hash FROM push_subscriptions WHERE member_id = $1
           ORDER BY made_at DESC, endpoint_hash OFFSET $2)`,
        [memberId, maxPerMember],
      );
    },
    async adopt({ memberId, sid }, endpoint) {
      const { rowCount } = await pool.query(
        'UPDATE push_subscriptions SET sid = $3 WHERE endpoint_hash = $1 AND member_id = $2',
        [hash(endpoint), memberId, sid],
      );
      return rowCount === 1;
    },
    async remove(memberId, endpoint) {
      await pool.query('DELETE FROM push_subscriptions WHERE endpoint_hash = $1 AND member_id = $2', [
        hash(endpoint),
        memberId,
      ]);
    },
    async drop(id) {
      await pool.query('DELETE FROM push_subscriptions WHERE endpoint_hash = $1', [id]);
    },
    async read(memberId) {
      const { rows } = await pool.query<{ id: string; sealed: string }>(
        `SELECT endpoint_hash AS id, sealed FROM push_subscriptions WHERE member_id = $1
         ORDER BY made_at, endpoint_hash`,
        [memberId],
      );
      const opened = await sealer.openAll(rows.map(({ sealed }) => ({ ownerId: memberId, text: sealed })));
      return rows.flatMap(({ id }, index) => {
        const target = targetSchema.safeParse(opened[index]);
        return target.success ? [{ id, target: target.data }] : [];
      });
    },
  };
}
