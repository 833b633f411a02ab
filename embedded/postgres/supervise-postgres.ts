import { setTimeout as delay } from 'node:timers/promises';
import { backoff } from '#infra/clock/backoff.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-postgres.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** A Postgres that is there for as long as the process is, at one address. */
export type SupervisedPostgres = Pick<EmbeddedPostgres, 'url' | 'urlFor' | 'stop'>;

/**
 * Starts the Postgres of `dataDir` and starts it again, at the same address, whenever it ends by itself: when a full disk keeps
 * it from writing its log it gives up, and can't even start until there is space. Tried for ever, every 5 s at last.
 */
export async function supervisePostgres(dataDir: string): Promise<SupervisedPostgres> {
  const first = await startEmbeddedPostgres({ dataDir });
  const stopping = new AbortController();
  let current = first;

  async function startAgain(): Promise<EmbeddedPostgres | null> {
    for (let attempt = 0; ; attempt += 1) {
      const wait = backoff(attempt, FIRST_WAIT_MS, LONGEST_WAIT_MS);
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return null;
      try {
        const again = await startEmbeddedPostgres({ dataDir, port: first.port });
        console.error('Postgres is running again.');
        return again;
      } catch (error) {
        console.error(error instanceof Error ? error.message : String(error));
      }
    }
  }

  const keeping = (async () => {
    while (!stopping.signal.aborted) {
      const { code } = await current.exited;
      if (stopping.signal.aborted) return;
      console.error(`Postgres ended by itself (${code ?? 'by a signal'}); starting it again.`);
      const again = await startAgain();
      if (again === null) return;
      current = again;
    }
  })();

  return {
    url: first.url,
    urlFor: first.urlFor,
    async stop() {
      stopping.abort();
      await current.stop();
      await keeping;
      // One that was just being started.
      await current.stop();
    },
  };
}
