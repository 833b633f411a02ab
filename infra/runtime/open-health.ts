import type { Pool } from 'pg';
import type { Config } from '../config/config.ts';
import { createLogEnd } from '../event-store/log-end.ts';
import { watchPool } from '../telemetry/process-metrics.ts';
import { standingChecks } from './check-standing.ts';
import { serveHealth } from './health-server.ts';
import type { Shutdown } from './shutdown.ts';
import { watchStanding } from './studio-metrics.ts';

/**
 * Where HEALTH_PORT says so, tells of this process apart from the site: whether it is ready, how far everything is behind, its
 * metrics. A read model that lags or stands still is told, and leaves it ready; only a Postgres that does not answer, or `isReady`,
 * makes it unready.
 */
export async function openHealth(options: {
  config: Pick<Config, 'host' | 'healthPort'>;
  eventStoreUrl: string;
  pool: Pool;
  shutdown: Shutdown;
  isReady: () => boolean;
}): Promise<void> {
  const { config, eventStoreUrl, pool, shutdown, isReady } = options;
  if (config.healthPort === null) return;
  const end = createLogEnd(eventStoreUrl);
  watchPool('main', pool);
  watchStanding(pool, end);
  const health = await serveHealth(
    { host: config.host, port: config.healthPort },
    async () => {
      await pool.query('SELECT 1');
      return isReady();
    },
    standingChecks(pool, end),
  );
  shutdown.first('health', async () => {
    await health.close();
    await end.close();
  });
}
