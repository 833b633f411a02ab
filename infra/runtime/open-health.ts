import type { Pool } from 'pg';
import type { Config } from '../config/config.ts';
import { createLogEnd } from '../event-store/log-end.ts';
import { observePool } from '../telemetry/observe-process.ts';
import { type HealthCheck, serveHealth } from './health-server.ts';
import { observeProgress } from './observe-studio.ts';
import { createProgressChecks } from './progress-checks.ts';
import type { Shutdown } from './shutdown.ts';

/**
 * Serves this process's readiness, lags and metrics on HEALTH_PORT, if one is set. A read model that lags or is
 * stopped, or a paused queue, is reported but leaves the process ready. It is unready only without Postgres, or by
 * `isReady`.
 */
export async function openHealth(options: {
  config: Pick<Config, 'host' | 'healthPort'>;
  eventStoreUrl: string;
  pool: Pool;
  shutdown: Shutdown;
  isReady: () => boolean;
  /** Further checks of this process. */
  runChecks?: () => Promise<readonly HealthCheck[]>;
}): Promise<void> {
  const { config, eventStoreUrl, pool, shutdown, isReady, runChecks = async () => [] } = options;
  if (config.healthPort === null) return;
  const end = createLogEnd(eventStoreUrl);
  observePool('main', pool);
  observeProgress(pool, end);
  const checkProgress = createProgressChecks(pool, end);
  const health = await serveHealth(
    { host: config.host, port: config.healthPort },
    async () => {
      await pool.query('SELECT 1');
      return isReady();
    },
    async () => (await Promise.all([checkProgress(), runChecks()])).flat(),
  );
  shutdown.addStep('health', async () => {
    await health.close();
    await end.close();
  });
}
