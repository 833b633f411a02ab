import { serveHealth } from '../infra/runtime/health-server.ts';
import { openProcess } from '../infra/runtime/open-process.ts';
import { eventRegistry, type StudioEvent } from '../services/domain/registry.ts';
import { startWorkers } from './start-workers.ts';

/** Reactors, jobs and sweeps as a process of its own: `DATABASE_URL`, `EVENTSTORE_URL`, `REDIS_URL`; any number of them. */
const { runtime, shutdown } = await openProcess<StudioEvent>('workers', eventRegistry);
const workers = await startWorkers(runtime, runtime.config.siteUrl);
shutdown.first('workers', () => workers.stop());
const { config, pool } = runtime;
if (config.healthPort !== null) {
  const health = await serveHealth({ host: config.host, port: config.healthPort }, async () => {
    await pool.query('SELECT 1');
    return !shutdown.hasBegun;
  });
  shutdown.first('health', () => health.close());
}
