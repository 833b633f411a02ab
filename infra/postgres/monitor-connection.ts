import pg from 'pg';

const CHECK_INTERVAL_MS = 5_000;
/** Shorter than the interval, so that the answer to the last check does not suppress the next. */
const SILENT_MS = 4_000;

/**
 * Checks a silent connection every 5 s with a query, and closes it when that is not answered within its `query_timeout`. A timed-out
 * query alone does not close the connection, so a broken one that is held for a lock or for notifications would stay open.
 */
export function monitorConnection(client: pg.Client): void {
  const { stream } = client.connection;
  let lastDataAt = performance.now();
  let isChecking = false;
  const check = async () => {
    if (isChecking || performance.now() - lastDataAt < SILENT_MS) return;
    isChecking = true;
    try {
      await client.query('SELECT 1');
    } catch (error) {
      // An error from the server proves that the connection works.
      if (!(error instanceof pg.DatabaseError)) stream.destroy();
    } finally {
      isChecking = false;
    }
  };
  const interval = setInterval(check, CHECK_INTERVAL_MS);
  interval.unref();
  stream.on('data', () => {
    lastDataAt = performance.now();
  });
  stream.once('close', () => clearInterval(interval));
}
