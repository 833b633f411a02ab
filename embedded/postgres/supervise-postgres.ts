import { setTimeout as delay } from 'node:timers/promises';
import { backoff } from '#infra/clock/backoff.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-postgres.ts';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;

/** A Postgres that is restarted at the same address until it is stopped. */
export type SupervisedPostgres = Pick<EmbeddedPostgres, 'url' | 'urlFor' | 'stop'>;

/**
 * Starts the Postgres of `dataDir`, and restarts it at the same address whenever it ends by itself. On a full disk Postgres ends and
 * cannot start until there is space, so the restart is retried without limit, at least every 5 s.
 */
export async function supervisePostgres(dataDir: string): Promise<SupervisedPostgres> {
  const first = await startEmbeddedPostgres({ dataDir });
  const stopping = new AbortController();
  let current = first;

  async function restart(): Promise<EmbeddedPostgres | null> {
    for (let attempt = 0; ; attempt += 1) {
      const delayMs = backoff(attempt, FIRST_DELAY_MS, LONGEST_DELAY_MS);
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return null;
      try {
        const restarted = await startEmbeddedPostgres({ dataDir, port: first.port });
        console.error('Postgres is running again.');
        return restarted;
      } catch (error) {
        console.error(error instanceof Error ? error.message : String(error));
      }
    }
  }

  const supervision = (async () => {
    while (!stopping.signal.aborted) {
      const { code } = await current.exited;
      if (stopping.signal.aborted) return;
      console.error(`Postgres ended by itself (${code ?? 'by a signal'}); restarting it.`);
      const restarted = await restart();
      if (restarted === null) return;
      current = restarted;
    }
  })();

  return {
    url: first.url,
    urlFor: first.urlFor,
    async stop() {
      stopping.abort();
      await current.stop();
      await supervision;
      // A restart may have completed meanwhile.
      await current.stop();
    },
  };
}
