import { randomUUID } from 'node:crypto';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { batchReads } from '#infra/postgres/batch-reads.ts';
import {
  deleteMemberSession,
  deleteSession,
  deleteSessionsOf,
  deleteSharedSessions,
  deleteStaffSession,
  extendSession,
  insertSession,
  recordSessionUse,
  type SessionOrigin,
  type SessionOwner,
  type SessionRow,
  setSessionEpoch,
} from '#infra/postgres/tables/sessions.ts';
import { readSessions } from '#projections/read-models/members/session-queries.ts';
import { type StaffRole, staffRoles } from '../contract/staff.ts';

export const staffLifetimeMs = 12 * millisecondsInHour;
const memberLifetimeMs = 24 * millisecondsInHour;
/** A member's session that stays on its device lasts this long after it was last renewed. */
const longMemberLifetimeMs = 30 * millisecondsInDay;
/** It is renewed at most this often, so that few visits write. */
const renewalIntervalMs = millisecondsInDay;
/** A staff session that was unused for longer no longer opens histories and health details. */
const idleMs = 30 * millisecondsInMinute;
/** A use is stored at most this often, so a session may count as idle up to a minute too early, never too late. */
const useIntervalMs = millisecondsInMinute;
/** A member's use only shows in their list of devices. */
const memberUseIntervalMs = millisecondsInHour;
/**
 * A cached session is read again after this long. A notification evicts an ended session immediately, and a lost connection for
 * notifications evicts all; this covers the case that both fail.
 */
const cacheForMs = 60_000;
const cacheLimit = 20_000;

/** The credential epoch in which the session was opened. Sessions from before epochs are of the first one. */
const epoch = z.int().default(1);

const principal = z.union([
  z.object({
    kind: z.literal('member'),
    memberId: z.string(),
    epoch,
    /** Whether it stays on its device and is renewed. Sessions from before there was a choice are not. */
    isKept: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('staff'),
    role: z.enum(staffRoles),
    // Without one for a role's shared password.
    staffId: z.string().optional(),
    // Of the shared password, when the session was opened.
    passwordMark: z.string().optional(),
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

/** How long a session lasts that is opened or renewed now. */
export function getLifetimeMs(owner: NewPrincipal): number {
  if (owner.kind === 'staff') return staffLifetimeMs;
  return owner.isKept === true ? longMemberLifetimeMs : memberLifetimeMs;
}

/** The owner of a session to open; the epoch defaults to the first, which is the one that ends first. */
export type NewPrincipal = z.input<typeof principal>;
export type MemberPrincipal = Extract<z.infer<typeof principal>, { kind: 'member' }>;
type StoredStaff = Extract<z.infer<typeof principal>, { kind: 'staff' }>;
export type StaffPrincipal = Extract<Principal, { kind: 'staff' }>;

interface CachedSession {
  readonly principal: Principal;
  readonly checkedAt: number;
  readonly expires: number;
  readonly lastUsedAt: number;
  readonly wasIdle: boolean;
}

/**
 * Sessions in Postgres (table `sessions` of the spec). One is valid for 24 hours (staff: 12), or for 30 days after
 * the last renewal if the member stays signed in on the device. The machine's clock counts, so that moving the
 * sandbox clock ends no session. One whose owner's credential epoch is over, or whose shared password was replaced,
 * has ended. Ending one notifies every API process through the channel `sessions`.
 */
export class Sessions {
  readonly #pool: Pool;
  readonly #sharedPasswordMarks: Readonly<Record<StaffRole, string>>;
  readonly #cache = new Map<string, CachedSession>();
  readonly #readRows = (sids: readonly string[]) => readSessions(this.#pool, sids);
  readonly #readBatched = batchReads(this.#readRows);
  readonly #readImmediately = batchReads(this.#readRows, { immediate: true });
  /** Counts evictions: a row that was read before one may have been deleted since, so it is not cached. */
  #evictions = 0;

  constructor(pool: Pool, sharedPasswordMarks: Readonly<Record<StaffRole, string>>) {
    this.#pool = pool;
    this.#sharedPasswordMarks = sharedPasswordMarks;
  }

  /** Opens a session. It is cached when it is first read, because the epoch may have ended meanwhile. */
  async open(owner: NewPrincipal, origin: SessionOrigin | null = null): Promise<string> {
    const sid = randomUUID();
    const expire = new Date(Date.now() + getLifetimeMs(owner));
    const passwordMark = this.#getPasswordMark(owner);
    await insertSession(
      this.#pool,
      { sid, sess: principal.parse({ ...owner, passwordMark }), expire },
      origin,
    );
    return sid;
  }

  /** The mark of the shared password that opens such a session; undefined for a personal one. */
  #getPasswordMark(owner: NewPrincipal): string | undefined {
    return owner.kind === 'staff' && owner.staffId === undefined
      ? this.#sharedPasswordMarks[owner.role]
      : undefined;
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
    const stored = parsed.data;
    if (stored.kind === 'staff' && stored.passwordMark !== this.#getPasswordMark(stored)) return null;
    const { needsSecondFactor } = row;
    const owner: Principal = stored.kind === 'staff' ? { ...stored, needsSecondFactor } : stored;
    if (evictions === this.#evictions) this.#cacheSession(sid, owner, row);
    return owner;
  }

  /** Whether a staff session was once unused for so long that it opens neither histories nor health details any more. */
  async isIdle(sid: string): Promise<boolean> {
    const known = this.#cache.get(sid);
    if (known?.wasIdle) return true;
    if (known && Date.now() - known.lastUsedAt <= idleMs) return false;
    // Another process may have stored a use since.
    const row = await this.#readImmediately(sid);
    return !row || row.wasIdle || Date.now() - row.lastUsedAt.getTime() > idleMs;
  }

  /** Stores that a person used a session; once a minute, of members once an hour, so that few requests write. */
  async recordUse(sid: string, kind: Principal['kind']): Promise<void> {
    const known = this.#cache.get(sid);
    const intervalMs = kind === 'staff' ? useIntervalMs : memberUseIntervalMs;
    if (known && Date.now() - known.lastUsedAt < intervalMs) return;
    await recordSessionUse(this.#pool, sid, idleMs);
    // Read again with what every process has stored.
    this.evict(sid);
  }

  /**
   * Renews a session that stays on its device, for a token that was made more than a day ago. Convergent: two tabs renew the same row, and
   * a renewal whose answer was lost is repeated. Returns whether it was renewed.
   */
  async renew(sid: string, owner: MemberPrincipal, tokenExpiresAtMs: number): Promise<boolean> {
    const expiresAtMs = Date.now() + getLifetimeMs(owner);
    if (!owner.isKept || expiresAtMs - tokenExpiresAtMs < renewalIntervalMs) return false;
    const isOpen = await extendSession(this.#pool, sid, new Date(expiresAtMs));
    this.evict(sid);
    return isOpen;
  }

  async end(sid: string): Promise<void> {
    this.evict(sid);
    await deleteSession(this.#pool, sid);
  }

  /** Ends a staff session, never a member's. */
  async endOfStaff(sid: string): Promise<void> {
    this.evict(sid);
    await deleteStaffSession(this.#pool, sid);
  }

  /** Ends a session of this member; false for any other. */
  async endOfMember(sid: string, memberId: string): Promise<boolean> {
    this.evict(sid);
    return deleteMemberSession(this.#pool, sid, memberId);
  }

  /** Ends every session of a shared password. */
  async endShared(): Promise<void> {
    for (const sid of await deleteSharedSessions(this.#pool)) this.evict(sid);
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

  #cacheSession(sid: string, owner: Principal, { expire, lastUsedAt, wasIdle }: SessionRow): void {
    const oldest = this.#cache.keys().next();
    if (this.#cache.size >= cacheLimit && !oldest.done) this.#cache.delete(oldest.value);
    this.#cache.set(sid, {
      principal: owner,
      checkedAt: Date.now(),
      expires: expire.getTime(),
      lastUsedAt: lastUsedAt.getTime(),
      wasIdle,
    });
  }
}
