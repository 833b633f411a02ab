import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const PATIENCE_MS = 2_000;

/** Takes leave of the server; of one that does not answer, as behind a connection that broke without a sign, after 2 s without. */
export async function endClient(client: pg.Client): Promise<void> {
  const patience = new AbortController();
  const ended = client.end().catch(() => {});
  const late = delay(PATIENCE_MS, undefined, { signal: patience.signal }).then(
    () => client.connection.stream.destroy(),
    () => {},
  );
  await Promise.race([ended, late]);
  patience.abort();
}
