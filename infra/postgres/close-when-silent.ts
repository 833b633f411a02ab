import pg from 'pg';

const ASK_EVERY_MS = 5_000;
/** Less, so that its own last answer keeps nobody from being asked. */
const SILENT_MS = 4_000;

/**
 * Asks a connection on which nothing was heard, every 5 s, whether it still lives, and closes one that gives no answer within its
 * `query_timeout`, so that whoever holds it is told. A late query alone fails without closing anything: one that is held for good, for
 * a lock or to listen on, would never be heard on again once it broke without a sign.
 */
export function closeWhenSilent(client: pg.Client): void {
  const { stream } = client.connection;
  let heardAt = performance.now();
  let isAsked = false;
  const ask = async () => {
    if (isAsked || performance.now() - heardAt < SILENT_MS) return;
    isAsked = true;
    try {
      await client.query('SELECT 1');
    } catch (error) {
      // The server's own complaint is a sign of life.
      if (!(error instanceof pg.DatabaseError)) stream.destroy();
    } finally {
      isAsked = false;
    }
  };
  const asking = setInterval(ask, ASK_EVERY_MS);
  asking.unref();
  stream.on('data', () => {
    heardAt = performance.now();
  });
  stream.once('close', () => clearInterval(asking));
}
