import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { endClient } from './end-client.ts';
import { monitorConnection } from './monitor-connection.ts';

export type AdvisoryLock = {
  /** Resolves when the lock is lost or released; the protected work must stop then. */
  lost: Promise<void>;
  release(): Promise<void>;
};

const RETRY_MS = 250;
const TIMEOUT_MS = 5_000;

/**
 * Acquires a named lock that one process at a time holds, on its own connection. Waits until it is free; `signal` ends the wait with
 * an AbortError. Throws when Postgres is unavailable.
 */
export async function acquireLock(
  url: string,
  key: string,
  options: { signal?: AbortSignal } = {},
): Promise<AdvisoryLock> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `tideline lock ${key}`.slice(0, 63),
    keepAlive: true,
    query_timeout: TIMEOUT_MS,
    connectionTimeoutMillis: TIMEOUT_MS,
  });
  const lost = Promise.withResolvers<void>();
  client.on('error', () => lost.resolve());
  client.on('end', () => lost.resolve());
  try {
    await client.connect();
    // Lets the server release the lock soon after this machine fails.
    await client.query(
      'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3',
    );
    // Polls, because the snapshot of one long waiting statement would block vacuum.
    while (!(await tryLock(client, key))) await delay(RETRY_MS, undefined, { ...options });
  } catch (error) {
    await endClient(client);
    throw error;
  }
  monitorConnection(client);
  void lost.promise.then(() => endClient(client));
  return { lost: lost.promise, release: () => endClient(client) };
}

async function tryLock(client: pg.Client, key: string): Promise<boolean> {
  const answer = await client.query<{ held: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
    [key],
  );
  return answer.rows[0]?.held === true;
}
