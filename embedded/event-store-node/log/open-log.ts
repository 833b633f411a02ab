import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { EventLog } from './event-log.ts';
import { EventTable } from './event-table.ts';
import { estimateBytes, FIRST_POSITION, type LogEvent, positionAfter } from './log-event.ts';
import { LogWriter } from './log-writer.ts';
import { WriterConnection } from './writer-connection.ts';

const READ_CONNECTIONS = 4;

export interface OpenLog {
  readonly log: EventLog;
  readonly writer: LogWriter;
  close(): Promise<void>;
}

/** Opens the log of a database, and creates its table if necessary. @throws DatabaseInUseError when another node serves it */
export async function openLog(databaseUrl: string): Promise<OpenLog> {
  const connection = await WriterConnection.open(databaseUrl);
  await connection.createSchema();
  let last = await connection.lastEvent();
  if (!last) {
    last = createFirstEvent();
    await connection.insert([last]);
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'event store reader',
    max: READ_CONNECTIONS,
    // Connections stay open, so that a burst of reads of uncached streams need not open them.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5_000,
  });
  // The next read replaces an idle connection that is lost.
  pool.on('error', () => {});
  const table = new EventTable(pool);
  const end = {
    position: positionAfter(last.position, estimateBytes(last)),
    createdMicros: last.createdMicros,
  };
  const log = new EventLog(table, last.position, end.position);
  for (const known of await table.readNewestIds()) log.ids.add(known);
  // Runs in the background: until it is complete, the table is read for every uncached stream.
  table
    .forEachStreamKey((key) => log.names.add(key))
    .then(
      () => {
        log.names.isComplete = true;
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

/** Creates the event with which a real server's new database begins. */
function createFirstEvent(): LogEvent {
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
