import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createMovableClock, type MovableClock } from '#infra/clock/movable-clock.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import type { Config } from '#infra/config/config.ts';
import { WrongMasterKey } from '#infra/crypto/root-key.ts';
import { createLogger, type Logger } from '#infra/logging/logger.ts';
import { migrateDatabase } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { createJobThrottle } from '#infra/queue/job-throttle.ts';
import { connectRuntime, createRuntimePool, type Runtime } from '#infra/runtime/connect.ts';
import { observeFiles, observeWork } from '#infra/runtime/observe-studio.ts';
import { checkQueue } from '#infra/runtime/queue-checks.ts';
import { Shutdown } from '#infra/runtime/shutdown.ts';
import { readConfig } from '#infra/runtime/startup.ts';
import { startTelemetry } from '#infra/telemetry/start-telemetry.ts';
import {
  createProjectionWaiter,
  type ProjectionWaiter,
} from '#projections/catch-up/create-projection-waiter.ts';
import { studioProjections } from '#projections/registry.ts';
import { openApi } from '#services/open-api.ts';
import { openWorkers, type StudioWorkers } from '#workers/open-workers.ts';
import { type EmbeddedBackends, startBackends } from './backends.ts';
import { isDemoReady, seedDemo } from './demo/seed-demo.ts';
import { mountSandbox } from './mount-sandbox.ts';
import { DirectoryInUse } from './postgres/directory-lock.ts';
import { startProjectionsThread } from './projections-thread/start-projections-thread.ts';
import { describeReadyDemo, describeSite } from './start-messages.ts';

const projectionNames = studioProjections.map(({ name }) => name);

/** How long the start waits for the read models of its own events; without a limit it would hang on a stopped one. */
const startTimeoutMs = 30_000;

/** Few, because this process also answers requests. */
const embeddedConcurrency = 3;

/** Logs only warnings when everything is a stand-in, so that a line for each request does not scroll the addresses away. */
const withQuietLog = (config: Config): Config =>
  config.logLevel === null && config.stripe.sandbox && config.brevo.sandbox
    ? { ...config, logLevel: 'warn' }
    : config;

/** Runs the whole studio in one process, with embedded servers and stand-ins for all that is not configured. */
export async function main(): Promise<void> {
  const config = withQuietLog(readConfig());
  const logger = createLogger({ level: config.logLevel, component: 'studio' });
  const shutdown = new Shutdown(logger);
  try {
    await start(config, logger, shutdown);
  } catch (error) {
    const explanation = explainStartFailure(error);
    if (explanation === null) logger.fatal({ err: error }, 'The studio could not start');
    else logger.fatal(explanation);
    await shutdown.run();
    process.exit(1);
  }
}

/** A sentence for the operator when they can remove the cause, else null. */
function explainStartFailure(error: unknown): string | null {
  if (error instanceof DirectoryInUse || error instanceof WrongMasterKey) return error.message;
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error))
    return null;
  return `Port ${error.port} is taken by another program. Stop it, or choose another port (PORT=… npm start).`;
}

/** Creates the reaction to the loss of a part. Nothing stored is lost: the process supervisor restarts the studio. */
function endWith(logger: Logger, shutdown: Shutdown, message: string): (error: Error) => void {
  return (error) => {
    logger.fatal({ err: error }, `${message}; the process ends`);
    void shutdown.run().then(() => process.exit(1));
  };
}

async function start(config: Config, logger: Logger, shutdown: Shutdown): Promise<void> {
  shutdown.addStep('telemetry', startTelemetry(config, 'studio'));
  const servers = await startBackends(config, endWith(logger, shutdown, 'The event store is unavailable'));
  shutdown.addStep('servers', () => servers.stop(), 15_000);
  await migrateDatabase(servers.databaseUrl, allMigrations);
  const { runtime, movableClock } = await openRuntime(config, servers, logger);
  shutdown.addStep('connections', () => runtime.close());
  const { waiter, workers } = await startProjectionsAndWorkers(runtime, shutdown);
  let demoIsBeingMade = config.studio.demo && movableClock !== null && !(await isDemoReady(runtime));
  const api = await openApi({
    runtime,
    shutdown,
    waiter,
    board: { open: async () => workers.queue.bullBoardAdapters() },
    isDemoBeingMade: () => demoIsBeingMade,
    runChecks: () => checkQueue(workers.queue),
    extend: async (app) => {
      if (movableClock === null) return;
      await mountSandbox(app, { runtime, clock: movableClock, waiter, workers, shutdown });
    },
  });
  observeWork(runtime.pool, workers.queue);
  observeFiles(config);
  const position = await api.start();
  // The API serves the stand-ins that jobs call, so it listens before jobs run.
  await workers.start();
  if (position !== null) {
    await waiter.waitFor(position, ['catalogue', 'plans', 'settings'], { timeoutMs: startTimeoutMs });
  }
  api.markReady();
  console.log(describeSite(config));
  if (!demoIsBeingMade) return;
  await fillDemo(runtime, waiter, shutdown);
  demoIsBeingMade = false;
}

/** The clock can be moved only in an installation that has stand-ins; else it is null. */
async function openRuntime(
  config: Config,
  { databaseUrl, eventStoreUrl }: EmbeddedBackends,
  logger: Logger,
): Promise<{ runtime: Runtime<StudioEvent>; movableClock: MovableClock | null }> {
  const pool = createRuntimePool(databaseUrl, logger);
  const hasSandbox = config.stripe.sandbox || config.brevo.sandbox;
  const movableClock = hasSandbox ? await createMovableClock(pool, systemClock) : null;
  const sandboxUrl = hasSandbox ? `http://127.0.0.1:${config.port}` : null;
  const runtime = await connectRuntime<StudioEvent>({
    config,
    logger,
    clock: movableClock ?? systemClock,
    pool,
    registry: eventRegistry,
    backends: { databaseUrl, eventStoreUrl, sandboxUrl },
  });
  return { runtime, movableClock };
}

async function startProjectionsAndWorkers(
  runtime: Runtime<StudioEvent>,
  shutdown: Shutdown,
): Promise<{ waiter: ProjectionWaiter; workers: StudioWorkers }> {
  const { config, logger, pool, backends } = runtime;
  const projections = startProjectionsThread(
    { ...backends, config },
    endWith(logger, shutdown, 'The read models stopped'),
  );
  shutdown.addStep('projections', () => projections.stop());
  const [waiter, workers] = await Promise.all([
    createProjectionWaiter({ listenUrl: backends.databaseUrl, pool, log: logger }),
    projections.caughtUp.then(() =>
      openWorkers(runtime, config.siteUrl, {
        concurrency: embeddedConcurrency,
        throttle: createJobThrottle(),
      }),
    ),
  ]);
  shutdown.addStep('notices', () => waiter.close());
  shutdown.addStep('workers', () => workers.stop(), 10_000);
  return { waiter, workers };
}

/** A failure leaves the site up; the next start adds what the demo studio misses. */
async function fillDemo(
  runtime: Runtime<StudioEvent>,
  waiter: ProjectionWaiter,
  shutdown: Shutdown,
): Promise<void> {
  const began = performance.now();
  try {
    const position = await seedDemo(runtime);
    // Open pages read everything again once the demo is reported as ready.
    if (position !== null) await waiter.waitFor(position, projectionNames, { timeoutMs: startTimeoutMs });
    console.log(describeReadyDemo((performance.now() - began) / 1_000));
  } catch (error) {
    if (shutdown.hasBegun) return;
    runtime.logger.error({ err: error }, 'The demo studio is incomplete; the next start completes it');
  }
}
