import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { toColumnArrays } from '#embedded/event-store-node/log/binary-columns.ts';
import { INSERT_MANY_SQL, SCHEMA_SQL } from '#embedded/event-store-node/log/schema.ts';
import { lockDirectory } from '#embedded/postgres/directory-lock.ts';
import { stopLeftoverServers } from '#embedded/postgres/leftover-servers.ts';
import { startEmbeddedPostgres } from '#embedded/postgres/start-postgres.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { ensureDatabase } from '#infra/postgres/ensure-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { BackupError } from './backup-error.ts';
import { checkBackup } from './check-backup.ts';
import type { About, BackupTotals } from './file-format.ts';
import { writeRows, writeSequences } from './lasting-tables.ts';
import { decodeRecords, encodeRecord } from './log-records.ts';
import { readBackup } from './read-backup.ts';
import { readLogTable } from './write-backup.ts';

/** The databases of an installation that is being restored. */
export interface RestoredServers {
  readonly databaseUrl: string;
  readonly eventStoreDatabaseUrl: string;
}

export interface RestoreRequest {
  readonly path: string;
  /** Must contain no installation. */
  readonly dataDir: string;
  readonly masterKey: Buffer;
  /** Creates the stand-ins' tables, for a backup with rows of them. */
  readonly prepareSandbox: (databaseUrl: string) => Promise<void>;
  /** Called with the restored databases before any other client can use them. */
  readonly finish: (servers: RestoredServers) => Promise<void>;
}

/** A webhook processed this shortly before the end of the log may have events that are not in the backup. */
const UNCERTAIN_WEBHOOK_PERIOD = '1 minute';

/**
 * Restores a backup into an empty data directory. It checks the whole file, loads it under another name, compares the
 * result, and renames it as the last step. So a second call cleans up after one that was killed. The next start
 * rebuilds the read models.
 * @throws BackupError
 */
export async function restoreBackup(
  request: RestoreRequest,
): Promise<{ about: About; totals: BackupTotals }> {
  const { path, dataDir, masterKey } = request;
  const place = join(dataDir, 'postgres');
  if (existsSync(place)) {
    throw new BackupError(
      `${dataDir} holds an installation already. A backup is restored into an empty directory only: name another one (--data-dir), or move this one away.`,
    );
  }
  const { about, totals } = await checkBackup(path, masterKey);
  assertReadable(about);
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, 'postgres.restoring');
  await clearDraft(draft);
  const postgres = await startEmbeddedPostgres({ dataDir: draft });
  try {
    for (const name of ['studio', 'event_store']) await ensureDatabase(postgres.url, name);
    const servers: RestoredServers = {
      databaseUrl: postgres.urlFor('studio'),
      eventStoreDatabaseUrl: postgres.urlFor('event_store'),
    };
    await load(request, servers, about);
    const found = await hashOfLog(servers.eventStoreDatabaseUrl, about.position);
    if (found !== totals.logSha256)
      throw new BackupError('The restored events differ from those of the backup.');
    await request.finish(servers);
  } finally {
    await postgres.stop();
  }
  await rename(draft, place);
  const directory = await open(dataDir, 'r');
  await directory.sync().finally(() => directory.close());
  return { about, totals };
}

function assertReadable({ migrations, product }: About): void {
  for (const { id, checksum } of migrations) {
    const known = allMigrations.find((migration) => migration.id === id);
    if (known === undefined || createHash('sha256').update(known.sql).digest('hex') !== checksum) {
      throw new BackupError(
        `The backup was made by release ${product}, whose tables this release does not know (${id}). Use that release or a later one.`,
      );
    }
  }
}

/** Removes the draft of a killed restore. Throws when a running one holds the lock. */
async function clearDraft(draft: string): Promise<void> {
  if (!existsSync(draft)) return;
  lockDirectory(join(draft, 'lock'))();
  const cluster = join(draft, 'cluster');
  if (existsSync(cluster)) await stopLeftoverServers(cluster);
  await rm(draft, { recursive: true, force: true });
}

async function load(
  { path, masterKey, prepareSandbox }: RestoreRequest,
  { databaseUrl, eventStoreDatabaseUrl }: RestoredServers,
  about: About,
): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'tideline restore', queryTimeoutMs: null });
  try {
    // Creates the tables of the backup's release. The next start migrates them.
    await migrate(
      pool,
      allMigrations.filter(({ id }) => about.migrations.some((made) => made.id === id)),
    );
  } finally {
    await pool.end();
  }
  if (about.sandbox) await prepareSandbox(databaseUrl);
  const studio = new pg.Client({ connectionString: databaseUrl, application_name: 'tideline restore' });
  const log = new pg.Client({
    connectionString: eventStoreDatabaseUrl,
    application_name: 'tideline restore',
  });
  try {
    await Promise.all([studio.connect(), log.connect()]);
    // Commits need not wait for the disk: the directory is used only after the server has shut down cleanly.
    for (const client of [studio, log]) await client.query('SET synchronous_commit = off');
    await log.query(SCHEMA_SQL);
    // Tables are loaded in the order of their names, so foreign keys are disabled meanwhile.
    await studio.query('BEGIN; SET LOCAL session_replication_role = replica');
    for await (const part of readBackup(path, masterKey)) {
      if (part.part === 'table') await writeRows(studio, part, part.content);
      else if (part.part === 'sequences') await writeSequences(studio, part.content);
      else if (part.part === 'log')
        await log.query(INSERT_MANY_SQL, toColumnArrays(decodeRecords(part.content)));
    }
    await studio.query('INSERT INTO reactor_checkpoints (name, position) VALUES ($1, $2)', [
      'reactors',
      about.reactors,
    ]);
    await studio.query(
      `UPDATE stripe_webhooks SET processed_at = NULL WHERE processed_at >= $1::timestamptz - interval '${UNCERTAIN_WEBHOOK_PERIOD}'`,
      [about.logEndsAt],
    );
    await studio.query('COMMIT');
  } finally {
    await Promise.all([studio.end(), log.end()]);
  }
}

async function hashOfLog(url: string, end: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'tideline restore' });
  const hash = createHash('sha256');
  try {
    for await (const events of readLogTable(pool, Number(end))) {
      for (const event of events) hash.update(encodeRecord(event));
    }
  } finally {
    await pool.end();
  }
  return hash.digest('hex');
}
