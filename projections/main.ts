import { createLogger } from '#infra/logging/logger.ts';
import { openHealth } from '#infra/runtime/open-health.ts';
import { Shutdown } from '#infra/runtime/shutdown.ts';
import { configuredBackends, exitWithMessage, readConfig } from '#infra/runtime/startup.ts';
import { waitForServers } from '#infra/runtime/wait-for-servers.ts';
import { startTelemetry } from '#infra/telemetry/start-telemetry.ts';
import { connectProjections } from './connect.ts';
import { studioProjections } from './registry.ts';
import { startProjections } from './runner/start-projections.ts';

/** Runs the projections as a separate process. Of several processes one is active and the others stand by. */
const config = readConfig();
const { databaseUrl, eventStoreUrl } = configuredBackends(config);
const logger = createLogger({ level: config.logLevel, component: 'projections' });
const shutdown = new Shutdown(logger);
shutdown.addStep('telemetry', startTelemetry(config, 'projections'));
await waitForServers({ databaseUrl, eventStoreUrl }, logger);
const { pool, store, close } = await connectProjections({
  config,
  databaseUrl,
  eventStoreUrl,
  logger,
}).catch(exitWithMessage);
shutdown.addStep('connections', close);
// A standby process is healthy, and a restart would not help a projection stopped by an event, so readiness ignores both.
await openHealth({ config, eventStoreUrl, pool, shutdown, isReady: () => !shutdown.hasBegun });
const running = startProjections({ databaseUrl, store, projections: studioProjections, log: logger });
shutdown.addStep('projections', () => running.stop());
