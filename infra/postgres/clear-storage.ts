import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createPool } from './create-pool.ts';
import type { Queryable } from './queryable.ts';

/**
 * Where the bytes of deleted and updated rows were cleared: in the tables' files and the write-ahead log, in the
 * tables' files only, or nowhere. It depends on what the role of this process may do.
 */
export type StorageScope = 'tables_and_log' | 'tables' | 'nothing';

/** A transaction that may still see deleted rows, or a reader, did not end in time. */
class StorageInUse extends Error {
  constructor(what: string) {
    super(`${what} is still in use; a later attempt clears the storage`);
    this.name = 'StorageInUse';
  }
}

/** Readers queue behind the wait for a table's lock, so it is short and repeated. */
const LOCK_TIMEOUT = '250ms';
const LOCK_ATTEMPTS = 60;
const SNAPSHOT_TIMEOUT_MS = 20_000;
const POLL_MS = 100;
/** More than `max_wal_size` of the embedded server holds. */
const MAX_SEGMENTS = 100;

/**
 * Removes from the disk the bytes of deleted and overwritten rows of these tables. Rewrites the tables of these names
 * in every schema with their indexes and TOAST, and the planner's statistics. Then removes the write-ahead log until
 * now. Safe to repeat.
 * @throws StorageInUse
 */
export async function clearStorage(databaseUrl: string, tables: readonly string[]): Promise<StorageScope> {
  const pool = createPool(databaseUrl, {
    max: 1,
    applicationName: 'tideline storage',
    queryTimeoutMs: null,
  });
  try {
    const found = await findTables(pool, tables);
    if (!found.every(({ isPermitted }) => isPermitted)) return 'nothing';
    await waitForOlderTransactions(pool);
    await rewriteTables(
      pool,
      found.map(({ name }) => name),
    );
    return (await removeLog(pool)) ? 'tables_and_log' : 'tables';
  } finally {
    await pool.end();
  }
}

interface FoundTable {
  readonly name: string;
  readonly isPermitted: boolean;
}

/** VACUUM skips a table with a warning when it is not permitted, so the rights are checked before. */
async function findTables(pool: Queryable, tables: readonly string[]): Promise<FoundTable[]> {
  const { rows } = await pool.query<FoundTable>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
       has_schema_privilege(n.oid, 'USAGE') AND (pg_has_role(d.datdba, 'USAGE') OR CASE WHEN current_setting('server_version_num')::int >= 170000
         THEN has_table_privilege(c.oid, 'MAINTAIN') ELSE pg_has_role(c.relowner, 'USAGE') END) AS "isPermitted"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_database d ON d.datname = current_database()
     WHERE c.relkind = 'r'
       AND (c.relname = ANY($1) AND n.nspname NOT LIKE 'pg\\_%' OR c.oid = 'pg_statistic'::regclass)
     ORDER BY 1`,
    [tables],
  );
  return rows;
}

/** Waits until no transaction of this database can see rows that were deleted before now: a rewrite would copy them. */
async function waitForOlderTransactions(pool: Queryable): Promise<void> {
  const { rows } = await pool.query<{ xid: string }>('SELECT pg_current_xact_id()::xid::text AS xid');
  const values = [rows[0]?.xid];
  for (const deadline = performance.now() + SNAPSHOT_TIMEOUT_MS; performance.now() < deadline; ) {
    const older = await pool.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND (age(backend_xid) > age($1::xid) OR age(backend_xmin) > age($1::xid)) LIMIT 1`,
      values,
    );
    if (older.rows.length === 0) return;
    await delay(POLL_MS);
  }
  throw new StorageInUse('A snapshot from before the deletion');
}

async function rewriteTables(pool: pg.Pool, names: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    for (const name of names) {
      const deadline = performance.now() + SNAPSHOT_TIMEOUT_MS;
      while ((await rewriteTable(client, name)) > 0) {
        if (performance.now() > deadline) throw new StorageInUse('A snapshot from before the deletion');
        await delay(10 * POLL_MS);
      }
    }
  } finally {
    client.release();
  }
}

/**
 * Rewrites a table and returns how many deleted rows it had to copy. A snapshot that began after the wait needs them if a transaction
 * from before the deletion still runs in any database of the server.
 */
async function rewriteTable(client: pg.PoolClient, name: string): Promise<number> {
  let copied = 0;
  // The detail of its report, in any language: "2 dead row versions cannot be removed yet."
  const onNotice = ({ detail }: { detail?: string | undefined }) => {
    copied += Number(/^\d+/.exec(detail ?? '')?.[0] ?? 0);
  };
  client.on('notice', onNotice);
  try {
    await rewriteWhenFree(client, name);
    return copied;
  } finally {
    client.off('notice', onNotice);
  }
}

async function rewriteWhenFree(client: pg.PoolClient, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`VACUUM (FULL, VERBOSE) ${name}`);
      return;
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      // Dropped meanwhile, as the copies of a verification are: its files are deleted too.
      if (code === '42P01' || code === '3F000') return;
      if (code !== '55P03' && code !== '40P01') throw error;
      if (attempt === LOCK_ATTEMPTS) throw new StorageInUse(name);
      await delay(Math.min(50 * attempt, 1_000));
    }
  }
}

/**
 * Removes the log until now, and returns whether it could. The log stays where the server recycles segments, or keeps them for a replica
 * or an archive.
 */
async function removeLog(pool: Queryable): Promise<boolean> {
  const { rows } = await pool.query<{ isPermitted: boolean | null }>(
    `SELECT current_setting('wal_recycle', true) = 'off' AND has_function_privilege('pg_switch_wal()', 'EXECUTE')
       AND has_function_privilege('pg_ls_waldir()', 'EXECUTE')
       AND EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'pg_checkpoint' AND pg_has_role(oid, 'USAGE')) AS "isPermitted"`,
  );
  if (rows[0]?.isPermitted !== true) return false;
  const current = await writeToLog(pool);
  // Segments after the current one are files that an earlier server recycled, with old content. They are used up first.
  const ahead = (await listSegments(pool)).filter((name) => name > current).length;
  let first = current;
  for (let switched = 0; switched <= Math.min(ahead, MAX_SEGMENTS); switched += 1) {
    await pool.query('SELECT pg_switch_wal()');
    first = await writeToLog(pool);
  }
  await pool.query('CHECKPOINT');
  return (await listSegments(pool)).every((name) => name >= first);
}

/** Writes an empty message, because a switch does nothing in an unused segment, and returns the segment's name. */
async function writeToLog(pool: Queryable): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT pg_walfile_name(pg_logical_emit_message(false, 'tideline', 'storage')) AS name`,
  );
  return rows[0]?.name ?? '';
}

async function listSegments(pool: Queryable): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'`,
  );
  return rows.map(({ name }) => name);
}
