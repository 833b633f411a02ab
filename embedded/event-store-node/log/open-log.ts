import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { EventLog } from './event-log.ts';
import { EventTable } from './event-table.ts';
import { FIRST_POSITION, type LogEvent, positionAfter, weightOf } from './log-event.ts';
import { LogWriter } from './log-writer.ts';
import { WriterConnection } from './writer-connection.ts';

const READ_CONNECTIONS = 4;

export interface OpenLog {
  readonly log: EventLog;
  readonly writer: LogWriter;
  close(): Promise<void>;
}

/**
 * Opens the log of a database, making its table if need be. Throws DatabaseInUseError when another node serves it.
 */
export async function openLog(databaseUrl: string): Promise<OpenLog> {
  const connection = await WriterConnection.open(databaseUrl);
  await connection.createSchema();
  let last = await connection.lastEvent();
  if (!last) {
    last = firstEvent();
    await connection.insert([last]);
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'event store reader',
    max: READ_CONNECTIONS,
    // Kept: a rush of cold streams has no time to open them.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5_000,
  });
  // An idle connection that breaks is replaced at the next read.
  pool.on('error', () => {});
  const table = new EventTable(pool);
  const end = { position: positionAfter(last.position, weightOf(last)), createdMicros: last.createdMicros };
  const log = new EventLog(table, last.position, end.position);
  for (const known of await table.newestIds()) log.ids.add(known);
  // In the background: until it is done the table is asked about every stream that is not at hand.
  table
    .forEachStreamKey((key) => log.names.add(key))
    .then(
      () => {
        log.names.complete = true;
      },
      () => {},
    );
  const writer = new LogWriter(log, databaseUrl, connection, end);
  const close = async (): Promise<void> => {
    await writer.stop();
    await pool.end();
  };
  return { log, writer, close };
}

/** A real server's fresh database begins with this one. */
function firstEvent(): LogEvent {
  return {
    position: FIRST_POSITION,
    revision: 0,
    stream: '$$$scavenges',
    type: '$metadata',
    id: randomUUID(),
    isJson: true,
    createdMicros: Date.now() * 1000,
    customMetadata: Buffer.alloc(0),
    data: Buffer.from('{"$maxAge":2592000}'),
  };
}
