import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../infra/clock/system-clock.ts';
import { createLogger } from '../infra/logging/logger.ts';
import { migrate } from '../infra/postgres/migrate.ts';
import { allMigrations } from '../infra/postgres/migrations/all.ts';
import { connectRuntime } from '../infra/runtime/connect.ts';
import { configuredBackends, readConfig } from '../infra/runtime/process.ts';
import { Shutdown } from '../infra/runtime/shutdown.ts';
import { createProjectionWaiter } from '../projections/waiting/create-projection-waiter.ts';
import { createApi } from './api/create-api.ts';
import { openStudio } from './commands/open-studio.ts';
import { eventRegistry, type StudioEvent } from './domain/registry.ts';

/** The API as a process of its own: `DATABASE_URL`, `EVENTSTORE_URL`; any number of them. */
const webRoot = fileURLToPath(new URL('../web/dist', import.meta.url));
const config = readConfig();
const backends = configuredBackends(config);
const logger = createLogger({ level: config.logLevel, component: 'api' });
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
const waiter = await createProjectionWaiter({
  listenUrl: backends.databaseUrl,
  pool: runtime.pool,
  log: logger,
});
shutdown.first('notices', () => waiter.close());
let isReady = false;
const api = await createApi({
  runtime,
  waiter,
  isReady: () => isReady && !shutdown.hasBegun,
  webRoot: existsSync(webRoot) ? webRoot : null,
  board: null,
});
shutdown.first('api', () => api.close());
await api.app.listen({ port: config.port, host: config.host });
await openStudio(runtime, {
  now: runtime.clock.now(),
  commandId: 'open-studio',
  actor: { kind: 'system', name: 'opening' },
});
isReady = true;
