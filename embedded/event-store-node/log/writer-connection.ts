import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { toColumnArrays, toColumns } from './binary-columns.ts';
import { selectEvents } from './copy-query.ts';
import type { LogEvent } from './log-event.ts';
import { EVENT_COLUMNS, INSERT_MANY_SQL, INSERT_ONE_SQL, SCHEMA_SQL } from './schema.ts';

/** Another node writes to this database. */
export class DatabaseInUseError extends Error {
  constructor() {
    super('Another event store node is running on this database; one database serves one node.');
    this.name = 'DatabaseInUseError';
  }
}

const LOCK_TIMEOUT_MS = 4_000;
const LOCK_RETRY_MS = 50;

/** The only connection that writes events; it holds the lock that excludes other nodes from the database. */
export class WriterConnection {
  readonly #client: pg.Client;
  /** Resolves when the connection is lost or closed. */
  readonly lost: Promise<void>;
  isLost = false;

  private constructor(client: pg.Client) {
    this.#client = client;
    this.lost = new Promise((resolve) => {
      const onLost = (): void => {
        this.isLost = true;
        resolve();
      };
      client.on('error', onLost);
      client.on('end', onLost);
    });
  }

  /**
   * Connects and takes the lock. The connection that held it before has then ended, with its transaction committed or not.
   * @throws DatabaseInUseError when another node holds it, and errors of pg when Postgres cannot be reached
   */
  static async open(databaseUrl: string): Promise<WriterConnection> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'event store writer',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    const connection = new WriterConnection(client);
    try {
      await client.connect();
      await takeLock(client);
      await client.query('set synchronous_commit = on');
      return connection;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  async createSchema(): Promise<void> {
    await this.#client.query(SCHEMA_SQL);
  }

  async lastEvent(): Promise<LogEvent | undefined> {
    const select = `select ${EVENT_COLUMNS} from event_store.events order by position desc limit 1`;
    return (await selectEvents(this.#client, select))[0];
  }

  /** Writes all of the events or none. When it resolves they are on disk; when it rejects the outcome is unknown. */
  async insert(events: readonly LogEvent[]): Promise<void> {
    const [first] = events;
    await this.#client.query(
      first && events.length === 1
        ? { name: 'event-store-insert-one', text: INSERT_ONE_SQL, values: toColumns(first) }
        : { name: 'event-store-insert-many', text: INSERT_MANY_SQL, values: toColumnArrays(events) },
    );
  }

  async contains(event: LogEvent): Promise<boolean> {
    const result = await this.#client.query(
      'select from event_store.events where position = $1 and id = $2',
      [event.position, event.id],
    );
    return result.rowCount === 1;
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}

// Retries for some seconds, because the Postgres backend of a node that was just killed may still hold the lock.
async function takeLock(client: pg.Client): Promise<void> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const result = await client.query<{ held: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('event_store node', 0)) as held",
    );
    if (result.rows[0]?.held) return;
    if (Date.now() > deadline) throw new DatabaseInUseError();
    await delay(LOCK_RETRY_MS);
  }
}
