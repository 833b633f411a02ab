import { systemClock } from '../infra/clock/system-clock.ts';
import { createLogger } from '../infra/logging/logger.ts';
import { migrate } from '../infra/postgres/migrate.ts';
import { allMigrations } from '../infra/postgres/migrations/all.ts';
import { connectRuntime } from '../infra/runtime/connect.ts';
import { configuredBackends, readConfig } from '../infra/runtime/process.ts';
import { Shutdown } from '../infra/runtime/shutdown.ts';
import { eventRegistry, type StudioEvent } from '../services/domain/registry.ts';
import { startWorkers } from './start-workers.ts';

/** Reactors, jobs and sweeps as a process of its own: `DATABASE_URL`, `EVENTSTORE_URL`, `REDIS_URL`; any number of them. */
const config = readConfig();
const backends = configuredBackends(config);
const logger = createLogger({ level: config.logLevel, component: 'workers' });
const shutdown = new Shutdown(logger);
const runtime = connectRuntime<StudioEvent>({
  config,
  logger,
  clock: systemClock,
  registry: eventRegistry,
  backends,
});
shutdown.first('connections', () => runtime.close());
await migrate(runtime.pool, allMigrations);
const workers = await startWorkers(runtime, config.siteUrl);
shutdown.first('workers', () => workers.stop());
