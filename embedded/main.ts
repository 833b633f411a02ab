import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createMovableClock } from '#infra/clock/movable-clock.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import type { Config } from '#infra/config/config.ts';
import { WrongMasterKey } from '#infra/crypto/root-key.ts';
import { createLogger, type Logger } from '#infra/logging/logger.ts';
import { createPool, logLostConnection } from '#infra/postgres/create-pool.ts';
import { migrateDatabase } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { stoppedProjections } from '#infra/postgres/tables/stopped-projections.ts';
import { createGiveWay } from '#infra/queue/give-way.ts';
import { connectRuntime, createRuntimePool, type Runtime } from '#infra/runtime/connect.ts';
import { openHealth } from '#infra/runtime/open-health.ts';
import { readConfig } from '#infra/runtime/process.ts';
import { Shutdown } from '#infra/runtime/shutdown.ts';
import { watchFiles, watchWork } from '#infra/runtime/studio-metrics.ts';
import { startTelemetry } from '#infra/telemetry/start-telemetry.ts';
import { studioProjections } from '#projections/registry.ts';
import { createProjectionWaiter } from '#projections/waiting/create-projection-waiter.ts';
import { createApi } from '#services/api/create-api.ts';
import { openStudio } from '#services/commands/studio/open-studio.ts';
import { openWorkers } from '#workers/open-workers.ts';
import { createClockMover, earliest } from './advance-clock.ts';
import { startBackends } from './backends.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { DirectoryInUse } from './postgres/directory-lock.ts';
import { startProjectionsThread } from './projections-thread/start-projections-thread.ts';
import { createQuiescence } from './quiescence.ts';
import { registerSandbox, type Sandbox } from './sandbox/register-sandbox.ts';
import { demoIsReady, welcome } from './welcome.ts';

/** Few, in the process that also answers. While many people book, the emails give way, and catch up after. */
const embeddedJobsAtOnce = 3;
const webRoot = fileURLToPath(new URL('../web/dist', import.meta.url));

/** Where all is play, the terminal stays with what `welcome` says: a line for each request would carry it away. */
const calm = (config: Config): Config =>
  config.logLevel === null && config.stripe.sandbox && config.brevo.sandbox
    ? { ...config, logLevel: 'warn' }
    : config;

/** The whole studio in one process, with embedded servers and stand-ins for all that is not configured. */
export async function main(): Promise<void> {
  const config = calm(readConfig());
  const logger = createLogger({ level: config.logLevel, component: 'studio' });
  const shutdown = new Shutdown(logger);
  try {
    await start(config, logger, shutdown);
  } catch (error) {
    const told = whatToDo(error);
    if (told === null) logger.fatal({ err: error }, 'The studio could not start');
    else logger.fatal(told);
    await shutdown.run();
    process.exit(1);
  }
}

/** For whoever started it, where the cause is theirs to mend; null for what is ours. */
function whatToDo(error: unknown): string | null {
  if (error instanceof DirectoryInUse || error instanceof WrongMasterKey) return error.message;
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error))
    return null;
  return `Port ${error.port} is taken by another program. Stop it, or choose another port (PORT=… npm start).`;
}

async function start(config: Config, logger: Logger, shutdown: Shutdown): Promise<void> {
  shutdown.first('telemetry', startTelemetry(config, 'studio'));
  const servers = await startBackends(config);
  shutdown.first('servers', () => servers.stop(), 15_000);
  await migrateDatabase(servers.databaseUrl, allMigrations);
  const pool = createRuntimePool(servers.databaseUrl, logger);

  const hasSandbox = config.stripe.sandbox || config.brevo.sandbox;
  const movable = hasSandbox ? await createMovableClock(pool, systemClock) : null;
  const runtime = await connectRuntime<StudioEvent>({
    config,
    logger,
    clock: movable ?? systemClock,
    pool,
    registry: eventRegistry,
    backends: {
      databaseUrl: servers.databaseUrl,
      eventStoreUrl: servers.eventStoreUrl,
      sandboxUrl: hasSandbox ? `http://127.0.0.1:${config.port}` : null,
    },
  });
  shutdown.first('connections', () => runtime.close());

  const projections = startProjectionsThread(
    { config, databaseUrl: servers.databaseUrl, eventStoreUrl: servers.eventStoreUrl },
    (error) => {
      // Everything is kept; whoever watches over the process starts it again.
      logger.fatal({ err: error }, 'The read models stand still; ending');
      void shutdown.run().then(() => process.exit(1));
    },
  );
  shutdown.first('projections', () => projections.stop());
  const [waiter, workers] = await Promise.all([
    createProjectionWaiter({ listenUrl: servers.databaseUrl, pool, log: logger }),
    projections.caughtUp.then(() =>
      openWorkers(runtime, config.siteUrl, { jobsAtOnce: embeddedJobsAtOnce, giveWay: createGiveWay() }),
    ),
  ]);
  shutdown.first('notices', () => waiter.close());
  shutdown.first('workers', () => workers.stop(), 10_000);

  const quiescence = createQuiescence(pool, servers.eventStoreUrl, {
    async waitForProjections(position) {
      // A stopped read model must not stop the clock: what it shows does not decide what is due.
      const stopped = new Set((await stoppedProjections(pool)).map(({ name }) => name));
      const names = studioProjections.map(({ name }) => name).filter((name) => !stopped.has(name));
      return waiter.waitFor(position, names);
    },
    queue: workers.queue,
  });
  shutdown.first('quiescence', () => quiescence.close());

  let isReady = false;
  const api = await createApi({
    runtime,
    waiter,
    isReady: () => isReady && !shutdown.hasBegun,
    isShuttingDown: () => shutdown.hasBegun,
    webRoot: existsSync(webRoot) ? webRoot : null,
    board: { open: async () => workers.queue.bullBoardAdapters() },
    extend: async (app) => {
      if (movable === null) return;
      const sandboxPool = createPool(servers.databaseUrl, {
        max: 5,
        applicationName: 'tideline sandbox',
        onIdleError: logLostConnection(logger),
      });
      const sandbox: Sandbox = await registerSandbox(app, {
        pool: sandboxPool,
        clock: movable,
        advanceTo: createClockMover({
          clock: movable,
          nextDue: async () => earliest(await workers.nextDue(), await sandbox.nextDue()),
          doDue: async () => {
            await sandbox.doDue();
            // Jobs ask Stripe for changes, whose webhooks append events, which lead to jobs.
            let settledAt: bigint | null;
            let position = await quiescence.wait();
            do {
              settledAt = position;
              await sandbox.webhooksSettled();
              await workers.sweepNow();
              position = await quiescence.wait();
            } while (position !== settledAt);
          },
        }),
        siteUrl: () => config.siteUrl,
        parts: { stripe: config.stripe.sandbox, brevo: config.brevo.sandbox },
        webhookUrl: () => `http://127.0.0.1:${config.port}/api/webhooks/stripe`,
        webhookSecret: config.stripe.webhookSecret,
        secretKey: config.stripe.secretKey,
        publishableKey: config.stripe.publishableKey,
        logger,
      });
      shutdown.first('sandbox', async () => {
        await sandbox.stop();
        await sandboxPool.end();
      });
    },
  });
  shutdown.first('api', () => api.close(), 12_000);
  await openHealth({
    config,
    eventStoreUrl: servers.eventStoreUrl,
    pool,
    shutdown,
    isReady: () => isReady && !shutdown.hasBegun,
  });
  watchWork(pool, workers.queue);
  watchFiles(config);
  await api.listen({ port: config.port, host: config.host });
  // Jobs ask the stand-ins, which the site serves.
  await workers.start();
  const { position } = await openStudio(runtime, null, {
    now: runtime.clock.now(),
    commandId: 'open-studio',
    actor: { kind: 'system', name: 'opening' },
  });
  if (position !== null) await waiter.waitFor(position, ['catalogue', 'settings']);
  isReady = true;
  console.log(welcome(config));
  if (config.studio.demo && hasSandbox) await fillDemo(runtime, shutdown);
}

/** The site is up already and stays up: what is missing of the demo studio the next start adds. */
async function fillDemo(runtime: Runtime<StudioEvent>, shutdown: Shutdown): Promise<void> {
  const began = performance.now();
  try {
    await seedDemo(runtime);
    console.log(demoIsReady((performance.now() - began) / 1_000));
  } catch (error) {
    if (shutdown.hasBegun) return;
    runtime.logger.error({ err: error }, 'The demo studio is incomplete; the next start goes on with it');
  }
}
