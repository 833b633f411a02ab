import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { anyOf } from '#infra/postgres/any-of.ts';
import type { Asker } from '#infra/postgres/asker.ts';
import { lookTogether } from '#infra/postgres/look-together.ts';
import { staffRoles } from '../contract/staff.ts';

const sessionDays = 1;
/**
 * A cached session is asked for again after this long. One that ends is forgotten at once, by a notice, and all are when the
 * connection that notices come by was broken, which its heartbeat finds within some seconds; this is for neither having come.
 */
const cacheForMs = 60_000;
const cacheLimit = 20_000;

const principal = z.union([
  z.object({ kind: z.literal('member'), memberId: z.string() }),
  // Without an id they came in by the password that a role shares.
  z.object({ kind: z.literal('staff'), role: z.enum(staffRoles), staffId: z.string().optional() }),
]);

/** Who a session belongs to. */
export type Principal = z.infer<typeof principal>;

export type MemberPrincipal = Extract<Principal, { kind: 'member' }>;
export type StaffPrincipal = Extract<Principal, { kind: 'staff' }>;

interface SessionRow {
  readonly sid: string;
  readonly sess: unknown;
  readonly expire: Date;
}

/** Those of them that live. */
export async function sessionsOf(asker: Asker, sids: readonly string[]): Promise<Map<string, SessionRow>> {
  const { rows } = await asker.query<SessionRow>({
    name: 'sessions',
    text: `SELECT sid, sess, expire FROM sessions WHERE sid ${anyOf(1, 'text')} AND expire > now()`,
    values: [sids],
  });
  return new Map(rows.map((row) => [row.sid, row]));
}

/** A person who has sessions, a member or one of the staff. */
export type SessionOwner = { readonly memberId: string } | { readonly staffId: string };

/**
 * Sessions live in Postgres (table `sessions` of the spec), 24 hours each by the machine's clock: how long a
 * credential lasts is a matter of security, so moving the sandbox clock signs no one out. Ending one tells every API
 * process through the channel `sessions`.
 */
export class Sessions {
  readonly #pool: Pool;
  readonly #cache = new Map<string, { principal: Principal; checkedAt: number; expires: number }>();
  readonly #ask = (sids: readonly string[]) => sessionsOf(this.#pool, sids);
  readonly #look = lookTogether(this.#ask);
  readonly #lookAtOnce = lookTogether(this.#ask, { hurried: true });
  /** Grows whenever something is forgotten: what was asked before that may have ended since. */
  #forgotten = 0;

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
    this.#remember(sid, owner, expires.getTime());
    return sid;
  }

  /** Who holds this session, or null when it has ended; asked for with others' at the price of some milliseconds, or at once. */
  async find(sid: string, how: 'at once' | 'together'): Promise<Principal | null> {
    const known = this.#cache.get(sid);
    const now = Date.now();
    if (known && now - known.checkedAt < cacheForMs && known.expires > now) return known.principal;
    const forgotten = this.#forgotten;
    const row = await (how === 'together' ? this.#look(sid) : this.#lookAtOnce(sid));
    if (!row) {
      this.#cache.delete(sid);
      return null;
    }
    const parsed = principal.safeParse(row.sess);
    if (!parsed.success) return null;
    if (forgotten === this.#forgotten) this.#remember(sid, parsed.data, row.expire.getTime());
    return parsed.data;
  }

  async end(sid: string): Promise<void> {
    this.forget(sid);
    await this.#pool.query(
      "WITH gone AS (DELETE FROM sessions WHERE sid = $1) SELECT pg_notify('sessions', $1)",
      [sid],
    );
  }

  /** Ends every session of a person, or every other than `except`. */
  async endAllOf(owner: SessionOwner, except: string | null = null): Promise<void> {
    const [field, id] = 'memberId' in owner ? ['memberId', owner.memberId] : ['staffId', owner.staffId];
    const { rows } = await this.#pool.query<{ sid: string }>(
      `WITH gone AS (
         DELETE FROM sessions WHERE sess ->> '${field}' = $1 AND sid IS DISTINCT FROM $2 RETURNING sid)
       SELECT sid, pg_notify('sessions', sid) FROM gone`,
      [id, except],
    );
    for (const { sid } of rows) this.forget(sid);
  }

  /** Forgets what is cached: all of it, or the session another process ended. */
  forget(sid?: string): void {
    this.#forgotten += 1;
    if (sid === undefined) this.#cache.clear();
    else this.#cache.delete(sid);
  }

  #remember(sid: string, owner: Principal, expires: number): void {
    const oldest = this.#cache.keys().next();
    if (this.#cache.size >= cacheLimit && !oldest.done) this.#cache.delete(oldest.value);
    this.#cache.set(sid, { principal: owner, checkedAt: Date.now(), expires });
  }
}
