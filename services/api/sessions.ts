import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { formatAnyCondition } from '#infra/postgres/any-condition.ts';
import { batchReads } from '#infra/postgres/batch-reads.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import { staffRoles } from '../contract/staff.ts';

const sessionDays = 1;
/**
 * A cached session is read again after this long. A notification evicts an ended session immediately, and a lost connection for
 * notifications evicts all; this covers the case that both fail.
 */
const cacheForMs = 60_000;
const cacheLimit = 20_000;

const principal = z.union([
  z.object({ kind: z.literal('member'), memberId: z.string() }),
  // Without `staffId` for a role's shared password.
  z.object({ kind: z.literal('staff'), role: z.enum(staffRoles), staffId: z.string().optional() }),
]);

/** The owner of a session. */
export type Principal = z.infer<typeof principal>;

export type MemberPrincipal = Extract<Principal, { kind: 'member' }>;
export type StaffPrincipal = Extract<Principal, { kind: 'staff' }>;

interface SessionRow {
  readonly sid: string;
  readonly sess: unknown;
  readonly expire: Date;
}

/** Those of them that live. */
export async function sessionsOf(
  queryable: Queryable,
  sids: readonly string[],
): Promise<Map<string, SessionRow>> {
  const { rows } = await queryable.query<SessionRow>({
    name: 'sessions',
    text: `SELECT sid, sess, expire FROM sessions WHERE sid ${formatAnyCondition(1, 'text')} AND expire > now()`,
    values: [sids],
  });
  return new Map(rows.map((row) => [row.sid, row]));
}

/** A member or staff account that may have several sessions. */
export type SessionOwner = { readonly memberId: string } | { readonly staffId: string };

/**
 * Sessions in Postgres (table `sessions` of the spec), valid for 24 hours of the machine's clock, so that moving the sandbox clock
 * signs nobody out. Ending one notifies every API process through the channel `sessions`.
 */
export class Sessions {
  readonly #pool: Pool;
  readonly #cache = new Map<string, { principal: Principal; checkedAt: number; expires: number }>();
  readonly #ask = (sids: readonly string[]) => sessionsOf(this.#pool, sids);
  readonly #look = batchReads(this.#ask);
  readonly #lookAtOnce = batchReads(this.#ask, { immediate: true });
  /** Counts evictions: a row that was read before one may have been deleted since, so it is not cached. */
  #evictions = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async open(owner: Principal): Promise<string> {
    const sid = randomUUID();
    const expires = new Date(Date.now() + sessionDays * millisecondsInDay);
    await this.#pool.query('INSERT INTO sessions (sid, sess, expire) VALUES ($1, $2, $3)', [
      sid,
      owner,
      expires,
    ]);
    this.#cacheSession(sid, owner, expires.getTime());
    return sid;
  }

  /** The owner of a session, or null if it has ended. A batched query shares its round trip but takes some milliseconds longer. */
  async find(sid: string, how: 'immediate' | 'batched'): Promise<Principal | null> {
    const known = this.#cache.get(sid);
    const now = Date.now();
    if (known && now - known.checkedAt < cacheForMs && known.expires > now) return known.principal;
    const evictions = this.#evictions;
    const row = await (how === 'batched' ? this.#look(sid) : this.#lookAtOnce(sid));
    if (!row) {
      this.#cache.delete(sid);
      return null;
    }
    const parsed = principal.safeParse(row.sess);
    if (!parsed.success) return null;
    if (evictions === this.#evictions) this.#cacheSession(sid, parsed.data, row.expire.getTime());
    return parsed.data;
  }

  async end(sid: string): Promise<void> {
    this.evict(sid);
    await this.#pool.query(
      "WITH gone AS (DELETE FROM sessions WHERE sid = $1) SELECT pg_notify('sessions', $1)",
      [sid],
    );
  }

  /** Ends every session of an owner, except one if given. */
  async endAllOf(owner: SessionOwner, except: string | null = null): Promise<void> {
    const [field, id] = 'memberId' in owner ? ['memberId', owner.memberId] : ['staffId', owner.staffId];
    const { rows } = await this.#pool.query<{ sid: string }>(
      `WITH gone AS (
         DELETE FROM sessions WHERE sess ->> '${field}' = $1 AND sid IS DISTINCT FROM $2 RETURNING sid)
       SELECT sid, pg_notify('sessions', sid) FROM gone`,
      [id, except],
    );
    for (const { sid } of rows) this.evict(sid);
  }

  /** Evicts a session that another process ended, or all of them. */
  evict(sid?: string): void {
    this.#evictions += 1;
    if (sid === undefined) this.#cache.clear();
    else this.#cache.delete(sid);
  }

  #cacheSession(sid: string, owner: Principal, expires: number): void {
    const oldest = this.#cache.keys().next();
    if (this.#cache.size >= cacheLimit && !oldest.done) this.#cache.delete(oldest.value);
    this.#cache.set(sid, { principal: owner, checkedAt: Date.now(), expires });
  }
}
