import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { EventTable } from '#embedded/event-store-node/log/event-table.ts';
import { BackupError } from './backup-error.ts';
import { checkBackup } from './check-backup.ts';
import { type About, type BackupTotals, FORMAT } from './file-format.ts';
import { BackupFileWriter } from './file-writer.ts';
import { lastingTables, readRows, readSequences } from './lasting-tables.ts';
import { encodeRecord } from './log-records.ts';
import { removeDrafts } from './prune-backups.ts';

/** About so many bytes of events make a part. */
const PART_BYTES = 2_097_152;
const PAGE_EVENTS = 2_000;
/** How long the reactors may take to come to where the backup begins. */
const REACTORS_WITHIN_MS = 15_000;

export interface BackupSource {
  /** The studio's database. */
  readonly databaseUrl: string;
  /** The database of the embedded event store node, on the same server. */
  readonly eventStoreDatabaseUrl: string;
  readonly masterKey: Buffer;
  /** The release, as the package says it. */
  readonly product: string;
}

export interface WrittenBackup {
  readonly path: string;
  readonly bytes: number;
  readonly about: About;
  readonly totals: BackupTotals;
}

/**
 * Writes a backup of an embedded installation while it runs, under another name until it is whole, on disk and read again.
 *
 * First it is noted where the log ends, then the lasting tables are read in one snapshot, then the log up to there: whatever an
 * event needs of the tables (its member's key, its number, that its email was sent) was there before it, or is noted before the
 * snapshot. What the tables tell beyond that end is harmless, or undone by `restoreBackup`.
 * @throws BackupError
 */
export async function writeBackup(source: BackupSource, path: string, madeAt: Date): Promise<WrittenBackup> {
  const draft = `${path}.${process.pid}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path)) throw new BackupError(`${path} is there already; a backup never replaces another.`);
  await removeDrafts(dirname(path));
  const writer = await BackupFileWriter.create(draft, source.masterKey);
  try {
    const written = await writeParts(source, writer, madeAt);
    const read = await checkBackup(draft, source.masterKey);
    if (read.totals.logSha256 !== written.logSha256)
      throw new BackupError('The backup reads otherwise than it was written.');
    await rename(draft, path);
    const directory = await open(dirname(path), 'r');
    await directory.sync().finally(() => directory.close());
    return { path, bytes: writer.bytes, about: read.about, totals: read.totals };
  } catch (error) {
    await writer.abandon().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeParts(
  source: BackupSource,
  writer: BackupFileWriter,
  madeAt: Date,
): Promise<BackupTotals> {
  const log = new pg.Pool({
    connectionString: source.eventStoreDatabaseUrl,
    max: 1,
    application_name: 'tideline backup',
  });
  log.on('error', () => {});
  const client = new pg.Client({ connectionString: source.databaseUrl, application_name: 'tideline backup' });
  client.on('error', () => {});
  try {
    await client.connect();
    const end = await endOfLog(log);
    const { rows: clock } = await client.query<{ now: Date }>('SELECT now() AS now');
    await awaitReactors(client, end.newest);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const reactors = await reactorsPosition(client);
    const { rows: migrations } = await client.query<{ id: string; checksum: string }>(
      'SELECT id, checksum FROM migrations ORDER BY id',
    );
    const tables = await lastingTables(client);
    const about: About = {
      format: FORMAT,
      product: source.product,
      madeAt: madeAt.toISOString(),
      position: String(end.position),
      // Ahead of the log that is in the backup, they would miss what is written in its place.
      reactors: reactors === null ? null : String(earlier(reactors, end.position)),
      logEndsAt: (clock[0]?.now ?? madeAt).toISOString(),
      migrations,
      sandbox: tables.some(({ schema }) => schema === 'sandbox'),
    };
    await writer.part('about', about);
    let rowsWritten = 0;
    for (const table of tables) {
      for await (const { content, rows } of readRows(client, table)) {
        await writer.part('table', { ...table, rows }, content);
        rowsWritten += rows;
      }
    }
    await writer.part('sequences', {}, await readSequences(client));
    await client.query('COMMIT');
    const { events, logSha256 } = await writeLog(log, end.position, writer);
    const totals = { events, rows: rowsWritten, logSha256 };
    await writer.finish(totals);
    return totals;
  } finally {
    await client.end().catch(() => {});
    await log.end();
  }
}

function earlier(one: bigint, other: bigint): bigint {
  if (one <= other) return one;
  return other;
}

/** Where the log ends, and its newest event that is not the store's own (null: none). */
async function endOfLog(log: pg.Pool): Promise<{ position: bigint; newest: bigint | null }> {
  const { rows } = await log.query<{ position: string | null; newest: string | null }>(
    `SELECT (SELECT max(position)::text FROM event_store.events) AS position,
       (SELECT position::text FROM event_store.events WHERE get_byte(type, 0) <> ascii('$')
        ORDER BY event_store.events.position DESC LIMIT 1) AS newest`,
  );
  const { position = null, newest = null } = rows[0] ?? {};
  if (position === null)
    throw new BackupError('There are no events yet: start the studio once before a backup.');
  return { position: BigInt(position), newest: newest === null ? null : BigInt(newest) };
}

/** While a studio runs, waits until its reactors have seen the event, so that a restored one need not see to it again. */
async function awaitReactors(client: pg.Client, newest: bigint | null): Promise<void> {
  const until = performance.now() + REACTORS_WITHIN_MS;
  while (newest !== null && performance.now() < until) {
    const reached = await reactorsPosition(client);
    if (reached !== null && reached >= newest) return;
    const { rows } = await client.query<{ free: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('reactors', 0)) AS free`,
    );
    if (rows[0]?.free === true) {
      // Nobody runs them, so they come no further.
      await client.query(`SELECT pg_advisory_unlock(hashtextextended('reactors', 0))`);
      return;
    }
    await delay(25);
  }
}

async function reactorsPosition(client: pg.Client): Promise<bigint | null> {
  const { rows } = await client.query<{ position: string | null }>(
    `SELECT position::text FROM reactor_checkpoints WHERE name = 'reactors'`,
  );
  const position = rows[0]?.position ?? null;
  return position === null ? null : BigInt(position);
}

async function writeLog(
  log: pg.Pool,
  end: bigint,
  writer: BackupFileWriter,
): Promise<{ events: number; logSha256: string }> {
  const hash = createHash('sha256');
  let total = 0;
  let records: Buffer[] = [];
  let size = 0;
  let first: number | undefined;
  const flush = async (last: number) => {
    const content = Buffer.concat(records);
    hash.update(content);
    await writer.part('log', { from: String(first), to: String(last), events: records.length }, content);
    total += records.length;
    records = [];
    size = 0;
    first = undefined;
  };
  let last = -1;
  for await (const events of readLogTable(log, Number(end))) {
    for (const event of events) {
      const record = encodeRecord(event);
      first ??= event.position;
      last = event.position;
      records.push(record);
      size += record.length;
      if (size >= PART_BYTES) await flush(last);
    }
  }
  if (records.length > 0) await flush(last);
  return { events: total, logSha256: hash.digest('hex') };
}

/** The table of events up to a position (inclusive), page by page. */
export async function* readLogTable(log: pg.Pool, end: number) {
  const table = new EventTable(log);
  for (let last = 0; ; ) {
    const page = await table.readAfter(last, end, PAGE_EVENTS);
    const newest = page.at(-1);
    if (newest === undefined) return;
    yield page;
    last = newest.position;
  }
}

/** The path of a new backup in a folder, named by when it is made. */
export function backupPath(folder: string, madeAt: Date): string {
  const stamp = madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = (count: number) => join(folder, `tideline-${stamp}${count === 1 ? '' : `-${count}`}.backup`);
  let count = 1;
  while (existsSync(name(count))) count += 1;
  return name(count);
}
