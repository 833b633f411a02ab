import { systemClock } from '../clock/system-clock.ts';
import type { EventRegistry } from '../event-store/registry.ts';
import type { EventShape } from '../event-store/types.ts';
import { createLogger } from '../logging/logger.ts';
import { migrateDatabase } from '../postgres/migrate.ts';
import { allMigrations } from '../postgres/migrations/all.ts';
import { startTelemetry } from '../telemetry/start-telemetry.ts';
import { connectRuntime, type Runtime } from './connect.ts';
import { Shutdown } from './shutdown.ts';
import { configuredBackends, exitWithMessage, readConfig } from './startup.ts';
import { waitForServers } from './wait-for-servers.ts';

/** Starts an API or worker process: reads its configuration, waits for its servers, migrates the database and connects. */
export async function openProcess<E extends EventShape>(
  component: string,
  product: { registry: EventRegistry<E> },
): Promise<{ runtime: Runtime<E>; shutdown: Shutdown }> {
  const config = readConfig();
  const backends = configuredBackends(config);
  const logger = createLogger({ level: config.logLevel, component });
  const shutdown = new Shutdown(logger);
  shutdown.addStep('telemetry', startTelemetry(config, component));
  await waitForServers(backends, logger);
  await migrateDatabase(backends.databaseUrl, allMigrations);
  const runtime = await connectRuntime<E>({ config, logger, clock: systemClock, backends, ...product }).catch(
    exitWithMessage,
  );
  shutdown.addStep('connections', () => runtime.close());
  return { runtime, shutdown };
}
