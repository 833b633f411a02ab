import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { createPool } from './create-pool.ts';
import { inTransaction } from './transaction.ts';

export type Migration = { id: string; sql: string };

/**
 * Applies new migrations in the given order, each in its own transaction; concurrent processes wait for each other. Returns the ids
 * applied now. Throws when an applied migration was edited.
 */
export async function migrate(pool: Pool, migrations: readonly Migration[]): Promise<string[]> {
  const applied: string[] = [];
  for (const migration of migrations) {
    if (await inTransaction(pool, (client) => applyOnce(client, migration))) applied.push(migration.id);
  }
  return applied;
}

/** Migrates on a separate connection without a query timeout. */
export async function migrateDatabase(url: string, migrations: readonly Migration[]): Promise<string[]> {
  const pool = createPool(url, { max: 1, applicationName: 'tideline migrations', queryTimeoutMs: null });
  try {
    return await migrate(pool, migrations);
  } finally {
    await pool.end();
  }
}

async function applyOnce(client: PoolClient, migration: Migration): Promise<boolean> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('migrations', 0))`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS migrations (
       id text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const checksum = createHash('sha256').update(migration.sql).digest('hex');
  const known = await client.query<{ checksum: string }>('SELECT checksum FROM migrations WHERE id = $1', [
    migration.id,
  ]);
  const previous = known.rows[0]?.checksum;
  if (previous === checksum) return false;
  if (previous !== undefined) {
    throw new Error(
      `Migration ${migration.id} was applied with other content. Applied migrations are never edited: add a new one.`,
    );
  }
  await assertMayMigrate(client, migration);
  await client.query(migration.sql);
  await client.query('INSERT INTO migrations (id, checksum) VALUES ($1, $2)', [migration.id, checksum]);
  return true;
}

/** A role that only uses the lasting tables must not become the owner of new ones. */
async function assertMayMigrate(client: PoolClient, { id }: Migration): Promise<void> {
  const { rows } = await client.query<{ owner: string; isOwner: boolean }>(
    `SELECT pg_get_userbyid(relowner) AS owner, pg_has_role(relowner, 'USAGE') AS "isOwner"
     FROM pg_class WHERE oid = 'migrations'::regclass`,
  );
  const [table] = rows;
  if (table?.isOwner === true) return;
  throw new Error(
    `Migration ${id} is not applied, and this role may not: run "npm run migrate" as ${table?.owner ?? 'the owner'} first`,
  );
}
