import { addDaysToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { registerSandbox, type Sandbox } from '#embedded/sandbox/register-sandbox.ts';
import { createMovableClock, type MovableClock } from '#infra/clock/movable-clock.ts';
import { type Config, loadConfig } from '#infra/config/config.ts';
import { createLogger, type Logger } from '#infra/logging/logger.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { connectRuntime, type Runtime } from '#infra/runtime/connect.ts';
import type { ProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { createApi } from '#services/api/create-api.ts';
import { createDataDirectory, removeDataDirectory } from '../data-directory.ts';
import { freshEventStore } from '../shared-event-store.ts';
import { freshDatabase } from '../shared-postgres.ts';

/** The databases, event store, clock and configuration of a crash studio. They survive every crash. */
export interface CrashServers {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: MovableClock;
  readonly port: number;
  readonly siteUrl: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  connect(pool: ReturnType<typeof createPool>): Promise<Runtime<StudioEvent>>;
  stop(): Promise<void>;
}

/** The clock stands at noon of the next day in London until it is moved. */
export async function startCrashServers(): Promise<CrashServers> {
  const dataDir = await createDataDirectory('crash-studio');
  const database = await freshDatabase();
  const storeDatabase = await freshDatabase({ empty: true });
  const store = await freshEventStore(storeDatabase.url);
  const port = await findFreePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const config = loadConfig({
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.CRASH_LOG ?? 'silent',
    PORT: String(port),
    SITE_URL: siteUrl,
    STUDIO_DEMO: 'off',
  });
  const logger = createLogger({ level: config.logLevel, component: 'crash' });
  const machineNow = new Date();
  const clock = await createMovableClock(database.pool, { now: () => machineNow });
  await clock.moveTo(toLondonInstant(addDaysToDay(toLondonDay(machineNow), 1), '12:00'));
  const servers = { databaseUrl: database.url, eventStoreUrl: store.connectionString };
  const backends = { ...servers, sandboxUrl: siteUrl };
  return {
    config,
    logger,
    clock,
    port,
    siteUrl,
    ...servers,
    connect: (pool) =>
      connectRuntime<StudioEvent>({
        config,
        logger,
        clock,
        registry: eventRegistry,
        backends,
        pool,
      }),
    async stop() {
      await store.stop();
      await storeDatabase.drop();
      await database.drop();
      await removeDataDirectory(dataDir);
    },
  };
}

/** Serves the stand-ins of Stripe and Brevo, and an API that survives and receives their webhooks. */
export async function startSandboxApi(
  { config, logger, clock, port, siteUrl, databaseUrl }: CrashServers,
  surviving: Runtime<StudioEvent>,
  waiter: ProjectionWaiter,
): Promise<{ sandbox: Sandbox; stop(): Promise<void> }> {
  const pool = createPool(databaseUrl, { max: 5 });
  let sandbox: Sandbox | undefined;
  const api = await createApi({
    runtime: surviving,
    waiter,
    isReady: () => true,
    webRoot: null,
    board: null,
    extend: async (app) => {
      sandbox = await registerSandbox(app, {
        pool,
        clock,
        advanceTo: (instant) => clock.moveTo(instant),
        siteUrl: () => siteUrl,
        parts: { stripe: true, brevo: true },
        webhookUrl: () => `${siteUrl}/api/webhooks/stripe`,
        webhookSecret: config.stripe.webhookSecret,
        secretKey: config.stripe.secretKey,
        publishableKey: config.stripe.publishableKey,
        logger,
      });
    },
  });
  await api.app.listen({ port, host: '127.0.0.1' });
  if (sandbox === undefined) throw new Error('The API did not register the sandbox');
  const registered: Sandbox = sandbox;
  return {
    sandbox: registered,
    async stop() {
      await registered.stop();
      await api.close();
      await pool.end();
    },
  };
}
