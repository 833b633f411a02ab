import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { closeWhenSilent } from './close-when-silent.ts';
import { endClient } from './end-client.ts';

export type HeldLock = {
  /** Settles when the lock is no longer ours: the connection broke, or it was released. Stop the work then. */
  lost: Promise<void>;
  release(): Promise<void>;
};

const RETRY_MS = 250;
const ANSWERS_WITHIN_MS = 5_000;

/**
 * Holds a lock that one process at a time can have, by a name, on a connection of its own. Waits until it is free; `signal`
 * ends the waiting (AbortError). Throws when Postgres can't be reached.
 */
export async function holdLock(
  url: string,
  key: string,
  options: { signal?: AbortSignal } = {},
): Promise<HeldLock> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `tideline lock ${key}`.slice(0, 63),
    keepAlive: true,
    query_timeout: ANSWERS_WITHIN_MS,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
  });
  const lost = Promise.withResolvers<void>();
  client.on('error', () => lost.resolve());
  client.on('end', () => lost.resolve());
  try {
    await client.connect();
    // So that the server lets go of it soon when our machine vanishes.
    await client.query(
      'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3',
    );
    // Asked again and again rather than waited for in one statement, whose snapshot would hold up vacuum.
    while (!(await tryLock(client, key))) await delay(RETRY_MS, undefined, { ...options });
  } catch (error) {
    await endClient(client);
    throw error;
  }
  closeWhenSilent(client);
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
