import Fastify from 'fastify';
import { registerSandbox } from '#embedded/sandbox/register-sandbox.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import { openWorkers } from '#workers/open-workers.ts';
import { freshEventStore } from '../shared-event-store.ts';
import { freshDatabase } from '../shared-postgres.ts';
import { startTestStudio, type TestStudio } from '../test-studio.ts';
import { type HttpFaults, startHttpFaults } from './http-faults.ts';
import { startRedisServer } from './redis-server.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const webhookSecret = 'whsec_outages';

/**
 * A studio in this process (API, projections, workers) whose backends are behind proxies with faults. The stand-ins of Stripe
 * and Brevo have a database of their own without faults.
 */
export interface OutageStudio extends TestStudio {
  readonly wires: {
    readonly eventStore: TcpProxy;
    readonly postgres: TcpProxy;
    /** Null unless `withRedis`: then the queue is in Postgres. */
    readonly redis: TcpProxy | null;
  };
  readonly providers: HttpFaults;
  /** Origin of the stand-ins without faults, for payments by a browser and for the outbox. */
  readonly sandboxOrigin: string;
  /** The servers without the proxies, to check the final state. */
  readonly direct: { readonly databaseUrl: string; readonly eventStoreUrl: string };
}

export async function startOutageStudio({ withRedis = false } = {}): Promise<OutageStudio> {
  const database = await freshDatabase();
  const storeDatabase = await freshDatabase({ empty: true });
  const sandboxDatabase = await freshDatabase({ empty: true });
  const store = await freshEventStore(storeDatabase.url);
  const redisServer = withRedis ? await startRedisServer() : null;
  const through = async (url: string) => {
    const address = new URL(url);
    const wire = await startTcpProxy(Number(address.port));
    address.port = String(wire.port);
    return { wire, url: address.href };
  };
  const postgres = await through(database.url);
  const eventStore = await through(store.connectionString);
  const redis = redisServer === null ? null : await startTcpProxy(redisServer.port);
  let sandboxOrigin = '';
  const providers = await startHttpFaults(() => sandboxOrigin);

  const studio = await startTestStudio(
    { databaseUrl: postgres.url, eventStoreUrl: eventStore.url, sandboxUrl: providers.origin },
    {
      environment: {
        LOG_LEVEL: process.env.OUTAGES_LOG ?? 'fatal',
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        ...(redis === null ? {} : { REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
      },
    },
  );
  const { config } = studio.runtime;
  const app = Fastify();
  const sandbox = await registerSandbox(app, {
    pool: sandboxDatabase.pool,
    clock: systemClock,
    advanceTo: async () => {},
    siteUrl: () => studio.base,
    parts: { stripe: true, brevo: true },
    webhookUrl: () => `${studio.base}/api/webhooks/stripe`,
    webhookSecret,
    secretKey: config.stripe.secretKey,
    publishableKey: config.stripe.publishableKey,
    logger: app.log,
  });
  sandboxOrigin = await app.listen({ port: 0, host: '127.0.0.1' });
  const workers = await openWorkers(studio.runtime, studio.base);
  await workers.start();

  return {
    ...studio,
    wires: { eventStore: eventStore.wire, postgres: postgres.wire, redis },
    providers,
    sandboxOrigin,
    direct: { databaseUrl: database.url, eventStoreUrl: store.connectionString },
    async stop() {
      await workers.stop();
      await studio.stop();
      await sandbox.stop();
      await app.close();
      await providers.close();
      for (const wire of [postgres.wire, eventStore.wire, redis]) await wire?.close();
      await redisServer?.stop();
      await store.stop();
      for (const each of [sandboxDatabase, storeDatabase, database]) await each.drop();
    },
  };
}
