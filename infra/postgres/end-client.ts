import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const TIMEOUT_MS = 2_000;

/** Closes a connection, after 2 s without waiting for the server, which may not answer on a broken connection. */
export async function endClient(client: pg.Client): Promise<void> {
  const closed = new AbortController();
  const ended = client.end().catch(() => {});
  const timeout = delay(TIMEOUT_MS, undefined, { signal: closed.signal }).then(
    () => client.connection.stream.destroy(),
    () => {},
  );
  await Promise.race([ended, timeout]);
  closed.abort();
}
