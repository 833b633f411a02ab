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
import { listLastingTables, readRows, readSequences } from './lasting-tables.ts';
import { encodeRecord } from './log-records.ts';
import { removeDrafts } from './prune-backups.ts';

/** Approximate size of a part of the log. */
const PART_BYTES = 2_097_152;
const PAGE_EVENTS = 2_000;
/** How long a backup waits for the reactors to reach its end. */
const REACTORS_TIMEOUT_MS = 15_000;

export interface BackupSource {
  /** The studio's database. */
  readonly databaseUrl: string;
  /** The database of the embedded event store node, on the same server. */
  readonly eventStoreDatabaseUrl: string;
  readonly masterKey: Buffer;
  /** The release, from package.json. */
  readonly product: string;
}

export interface WrittenBackup {
  readonly path: string;
  readonly bytes: number;
  readonly about: About;
  readonly totals: BackupTotals;
}

/**
 * Writes a backup of an embedded installation while it runs, under another name until it is complete, synced and checked.
 *
 * It reads the end of the log first, then the lasting tables in one snapshot, then the log up to that end. So every row that an
 * event needs (its member's key, its id, the record of its email) is in the snapshot. Rows about later events are harmless, or
 * `restoreBackup` corrects them.
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
      throw new BackupError('The backup that was read back differs from what was written.');
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
    const end = await readLogEnd(log);
    const { rows: clock } = await client.query<{ now: Date }>('SELECT now() AS now');
    await waitForReactors(client, end.newest);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const reactors = await readReactorPosition(client);
    const { rows: migrations } = await client.query<{ id: string; checksum: string }>(
      'SELECT id, checksum FROM migrations ORDER BY id',
    );
    const tables = await listLastingTables(client);
    const about: About = {
      format: FORMAT,
      product: source.product,
      madeAt: madeAt.toISOString(),
      position: String(end.position),
      // A checkpoint beyond the backup's log would skip the events that are written there after a restore.
      reactors: reactors === null ? null : String(minOf(reactors, end.position)),
      logEndsAt: (clock[0]?.now ?? madeAt).toISOString(),
      migrations,
      sandbox: tables.some(({ schema }) => schema === 'sandbox'),
    };
    await writer.writePart('about', about);
    let rowsWritten = 0;
    for (const table of tables) {
      for await (const { content, rows } of readRows(client, table)) {
        await writer.writePart('table', { ...table, rows }, content);
        rowsWritten += rows;
      }
    }
    await writer.writePart('sequences', {}, await readSequences(client));
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

/** `Math.min` does not take bigints. */
function minOf(one: bigint, other: bigint): bigint {
  if (one <= other) return one;
  return other;
}

/** Reads the last position of the log, and that of its last event of the product (null when there is none). */
async function readLogEnd(log: pg.Pool): Promise<{ position: bigint; newest: bigint | null }> {
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

/** Waits for the reactors of a running studio to handle the event, so that a restored studio need not. */
async function waitForReactors(client: pg.Client, newest: bigint | null): Promise<void> {
  const until = performance.now() + REACTORS_TIMEOUT_MS;
  while (newest !== null && performance.now() < until) {
    const reached = await readReactorPosition(client);
    if (reached !== null && reached >= newest) return;
    const { rows } = await client.query<{ free: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('reactors', 0)) AS free`,
    );
    if (rows[0]?.free === true) {
      // No process runs them, so waiting is useless.
      await client.query(`SELECT pg_advisory_unlock(hashtextextended('reactors', 0))`);
      return;
    }
    await delay(25);
  }
}

async function readReactorPosition(client: pg.Client): Promise<bigint | null> {
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
    await writer.writePart('log', { from: String(first), to: String(last), events: records.length }, content);
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

/** Reads the table of events up to a position (inclusive), page by page. */
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

/** Creates the path of a new backup in a folder, with the time in its name. */
export function createBackupPath(folder: string, madeAt: Date): string {
  const stamp = madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = (count: number) => join(folder, `tideline-${stamp}${count === 1 ? '' : `-${count}`}.backup`);
  let count = 1;
  while (existsSync(name(count))) count += 1;
  return name(count);
}
