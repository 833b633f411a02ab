import pg from 'pg';
import { extendErasureRegister } from '#infra/crypto/erasure-register.ts';

/** Adds the members whose keys were destroyed to a register of erasures. Returns how many were new. */
export async function registerDestroyedKeys(databaseUrl: string, register: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tideline backup' });
  await client.connect();
  try {
    const { rows } = await client.query<{ personId: string; at: Date; fingerprint: string | null }>(
      `SELECT member_id AS "personId", destroyed_at AS at, to_jsonb(k) ->> 'key_fingerprint' AS fingerprint
       FROM member_keys k WHERE destroyed_at IS NOT NULL ORDER BY destroyed_at`,
    );
    return await extendErasureRegister(
      register,
      rows.map(({ personId, at, fingerprint }) => ({
        personId,
        erasedAt: at.toISOString(),
        keyFingerprint: fingerprint,
      })),
    );
  } finally {
    await client.end();
  }
}
