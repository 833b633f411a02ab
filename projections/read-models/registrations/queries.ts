import type pg from 'pg';
import {
  getRetentionEnd,
  getRetentionQueryLimit,
  isRetentionOver,
  REGISTRATION_MONTHS,
} from '#domain/retention.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { createSealer } from '#infra/crypto/sealer.ts';

/** Unerased registrations of interest with an address, in any letter case. */
export async function readRegistrationIds(pool: pg.Pool, email: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'registrations-with-email',
    text: `SELECT id FROM registrations
      WHERE erased_at IS NULL AND lower(btrim(normalize(email, NFKC))) = lower(btrim(normalize($1::text, NFKC)))
      ORDER BY id`,
    values: [email],
  });
  return rows.map(({ id }) => id);
}

/** Registrations whose retention period is over at `now`, and those with an interrupted erasure: the key is destroyed already. */
export async function readRegistrationsToErase(pool: pg.Pool, now: Date, limit = 500): Promise<number[]> {
  const { rows } = await pool.query<{ id: number; createdAt: Date; isBegun: boolean }>({
    name: 'registrations-to-erase',
    text: `SELECT r.id, r.created_at AS "createdAt", k.member_id IS NOT NULL AS "isBegun"
      FROM registrations r
        LEFT JOIN member_keys k ON k.member_id = 'registration-' || r.id AND k.destroyed_at IS NOT NULL
      WHERE r.erased_at IS NULL AND (r.created_at <= $1 OR k.member_id IS NOT NULL)
      ORDER BY r.created_at, r.id LIMIT $2`,
    values: [getRetentionQueryLimit(REGISTRATION_MONTHS, now), limit],
  });
  return rows
    .filter(({ createdAt, isBegun }) => isBegun || isRetentionOver(createdAt, REGISTRATION_MONTHS, now))
    .map(({ id }) => id);
}

/** The first instant after `now` at which a retention period ends; null when there is none. */
export async function findNextRegistrationToErase(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ createdAt: Date }>({
    name: 'next-registration-to-erase',
    text: 'SELECT created_at AS "createdAt" FROM registrations WHERE erased_at IS NULL ORDER BY created_at LIMIT 100',
  });
  const ends = rows.map(({ createdAt }) => getRetentionEnd(createdAt, REGISTRATION_MONTHS));
  return ends.find((end) => end > now) ?? null;
}

/** The registrations erased together with a member. */
export async function readRegistrationsErasedWith(pool: pg.Pool, memberId: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'registrations-erased-with',
    text: 'SELECT id FROM registrations WHERE erased_with = $1 ORDER BY id',
    values: [memberId],
  });
  return rows.map(({ id }) => id);
}

/** The address of each unerased registration. */
export async function readOpenRegistrations(pool: pg.Pool): Promise<{ email: string; createdAt: Date }[]> {
  const { rows } = await pool.query<{ email: string; createdAt: Date }>({
    name: 'open-registrations',
    text: `SELECT email, created_at AS "createdAt" FROM registrations WHERE email IS NOT NULL ORDER BY id`,
  });
  return rows;
}

/** The unerased registrations with an address, in any letter case. */
export async function readRegistrationsOfEmail(
  { pool, memberKeys }: { pool: pg.Pool; memberKeys: Pick<MemberKeys, 'find'> },
  email: string,
): Promise<{ receivedAt: string; name: string; phone: string; message: string | null }[]> {
  const { rows } = await pool.query<{
    ownerId: string;
    receivedAt: Date;
    name: string | null;
    phone: string | null;
    sealed: string | null;
  }>({
    name: 'registrations-of-email',
    text: `SELECT 'registration-' || id AS "ownerId", created_at AS "receivedAt", name, phone, sealed
      FROM registrations WHERE id = ANY($1) ORDER BY id`,
    values: [await readRegistrationIds(pool, email)],
  });
  const sealer = createSealer(memberKeys);
  return Promise.all(
    rows.map(async ({ ownerId, receivedAt, name, phone, sealed }) => {
      const opened = sealed === null ? {} : await sealer.open(ownerId, sealed);
      return {
        receivedAt: receivedAt.toISOString(),
        name: name ?? '',
        phone: phone ?? '',
        message: 'message' in opened && typeof opened.message === 'string' ? opened.message : null,
      };
    }),
  );
}
