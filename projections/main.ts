import { createLogger } from '../infra/logging/logger.ts';
import { serveHealth } from '../infra/runtime/health-server.ts';
import { configuredBackends, readConfig } from '../infra/runtime/process.ts';
import { Shutdown } from '../infra/runtime/shutdown.ts';
import { connectProjections } from './connect.ts';
import { studioProjections } from './registry.ts';
import { startProjections } from './runner/start-projections.ts';

/** Runs the projections as a process of its own; any number may run, one works and the others stand by. */
const config = readConfig();
const { databaseUrl, eventStoreUrl } = configuredBackends(config);
const logger = createLogger({ level: config.logLevel, component: 'projections' });
const shutdown = new Shutdown(logger);
const { pool, store, close } = await connectProjections({ config, databaseUrl, eventStoreUrl, logger });
shutdown.first('connections', close);
const running = startProjections({ databaseUrl, store, projections: studioProjections, log: logger });
shutdown.first('projections', () => running.stop());
if (config.healthPort !== null) {
  // One that stands by is as well as the one that works.
  const health = await serveHealth({ host: config.host, port: config.healthPort }, async () => {
    await pool.query('SELECT 1');
    return !shutdown.hasBegun;
  });
  shutdown.first('health', () => health.close());
}
