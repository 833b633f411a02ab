import { systemClock } from '../clock/system-clock.ts';
import type { EventRegistry } from '../event-store/registry.ts';
import type { EventShape } from '../event-store/types.ts';
import { createLogger } from '../logging/logger.ts';
import { migrateDatabase } from '../postgres/migrate.ts';
import { allMigrations } from '../postgres/migrations/all.ts';
import { startTelemetry } from '../telemetry/start-telemetry.ts';
import { connectRuntime, type Runtime } from './connect.ts';
import { configuredBackends, endWithSentence, readConfig } from './process.ts';
import { Shutdown } from './shutdown.ts';
import { waitForServers } from './wait-for-servers.ts';

/** What the API and the workers, each a process of its own, begin with: configuration, servers that answer, connections, a migrated database. */
export async function openProcess<E extends EventShape>(
  component: string,
  registry: EventRegistry<E>,
): Promise<{ runtime: Runtime<E>; shutdown: Shutdown }> {
  const config = readConfig();
  const backends = configuredBackends(config);
  const logger = createLogger({ level: config.logLevel, component });
  const shutdown = new Shutdown(logger);
  shutdown.first('telemetry', startTelemetry(config, component));
  await waitForServers(backends, logger);
  await migrateDatabase(backends.databaseUrl, allMigrations);
  const runtime = await connectRuntime<E>({ config, logger, clock: systemClock, registry, backends }).catch(
    endWithSentence,
  );
  shutdown.first('connections', () => runtime.close());
  return { runtime, shutdown };
}
