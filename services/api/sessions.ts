import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { batchReads } from '#infra/postgres/batch-reads.ts';
import {
  deleteSession,
  deleteSessionsOf,
  insertSession,
  type SessionOwner,
  setSessionEpoch,
} from '#infra/postgres/tables/sessions.ts';
import { readSessions } from '#projections/read-models/members/session-queries.ts';
import { staffRoles } from '../contract/staff.ts';

const sessionDays = 1;
/**
 * A cached session is read again after this long. A notification evicts an ended session immediately, and a lost connection for
 * notifications evicts all; this covers the case that both fail.
 */
const cacheForMs = 60_000;
const cacheLimit = 20_000;

/** The credential epoch in which the session was opened. Sessions from before epochs are of the first one. */
const epoch = z.int().default(1);

const principal = z.union([
  z.object({ kind: z.literal('member'), memberId: z.string(), epoch }),
  // Without `staffId` for a role's shared password.
  z.object({
    kind: z.literal('staff'),
    role: z.enum(staffRoles),
    staffId: z.string().optional(),
    epoch,
    /** Whether it was opened with a second factor, or has set one up. */
    hasSecondFactor: z.boolean().default(false),
  }),
]);

/** The owner of a session. */
export type Principal =
  | MemberPrincipal
  | (StoredStaff & {
      /** The studio requires a second factor of admins and this session has none: it may only set one up. */
      readonly needsSecondFactor: boolean;
    });

/** The owner of a session to open; the epoch defaults to the first, which is the one that ends first. */
export type NewPrincipal = z.input<typeof principal>;
export type MemberPrincipal = Extract<z.infer<typeof principal>, { kind: 'member' }>;
type StoredStaff = Extract<z.infer<typeof principal>, { kind: 'staff' }>;
export type StaffPrincipal = Extract<Principal, { kind: 'staff' }>;

/**
 * Sessions in Postgres (table `sessions` of the spec), valid for 24 hours of the machine's clock, so that moving the sandbox clock
 * signs nobody out. One whose owner's credential epoch is over has ended. Ending one notifies every API process through the channel
 * `sessions`.
 */
export class Sessions {
  readonly #pool: Pool;
  readonly #cache = new Map<string, { principal: Principal; checkedAt: number; expires: number }>();
  readonly #readRows = (sids: readonly string[]) => readSessions(this.#pool, sids);
  readonly #readBatched = batchReads(this.#readRows);
  readonly #readImmediately = batchReads(this.#readRows, { immediate: true });
  /** Counts evictions: a row that was read before one may have been deleted since, so it is not cached. */
  #evictions = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Opens a session. It is cached when it is first read, because the epoch may have ended meanwhile. */
  async open(owner: NewPrincipal): Promise<string> {
    const sid = randomUUID();
    const expire = new Date(Date.now() + sessionDays * millisecondsInDay);
    await insertSession(this.#pool, { sid, sess: principal.parse(owner), expire });
    return sid;
  }

  /** Lets a session outlive the change that ended its credential epoch. */
  async moveToEpoch(
    sid: string,
    newEpoch: number,
    changes?: { readonly hasSecondFactor: boolean },
  ): Promise<void> {
    this.evict(sid);
    await setSessionEpoch(this.#pool, sid, newEpoch, changes);
    this.evict(sid);
  }

  /** The owner of a session, or null if it has ended. A batched query shares its round trip but takes some milliseconds longer. */
  async find(sid: string, how: 'immediate' | 'batched'): Promise<Principal | null> {
    const known = this.#cache.get(sid);
    const now = Date.now();
    if (known && now - known.checkedAt < cacheForMs && known.expires > now) return known.principal;
    const evictions = this.#evictions;
    const row = await (how === 'batched' ? this.#readBatched(sid) : this.#readImmediately(sid));
    if (!row) {
      this.#cache.delete(sid);
      return null;
    }
    const parsed = principal.safeParse(row.sess);
    if (!parsed.success) return null;
    const { needsSecondFactor } = row;
    const owner: Principal =
      parsed.data.kind === 'staff' ? { ...parsed.data, needsSecondFactor } : parsed.data;
    if (evictions === this.#evictions) this.#cacheSession(sid, owner, row.expire.getTime());
    return owner;
  }

  async end(sid: string): Promise<void> {
    this.evict(sid);
    await deleteSession(this.#pool, sid);
  }

  /** Ends every session of an owner, except one if given. */
  async endAllOf(owner: SessionOwner, except: string | null = null): Promise<void> {
    for (const sid of await deleteSessionsOf(this.#pool, owner, except)) this.evict(sid);
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
