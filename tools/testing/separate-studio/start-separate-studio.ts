import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { ensureDatabase } from '#infra/postgres/ensure-database.ts';
import { bundleStudio } from '../bundle-studio.ts';
import { inContainers } from '../containers/in-containers.ts';
import { freshDatabase } from '../shared-postgres.ts';
import { findActiveProjection } from './active-projection.ts';
import { createEmbeddedServers } from './embedded-servers.ts';
import { ManagedProcess } from './managed-process.ts';
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';
import type { QueueKind, Server } from './servers.ts';

const root = join(import.meta.dirname, '../../..');

/** Emails handed to the provider: requests by idempotency key. */
export interface EmailRequests {
  readonly requests: ReadonlyMap<string, number>;
}

/** The studio as in production: every part is a process of its own, configured by environment variables only. */
export interface SeparateStudio {
  /** Address of the proxy. */
  readonly base: string;
  readonly proxy: ReverseProxy;
  readonly apis: readonly ManagedProcess[];
  readonly apiBases: readonly string[];
  readonly projections: readonly ManagedProcess[];
  readonly workers: readonly ManagedProcess[];
  readonly eventStore: Server;
  readonly postgres: Server;
  /** null when the queue is in Postgres. */
  readonly redis: Server | null;
  readonly queue: { readonly kind: QueueKind; readonly url: string };
  readonly emails: EmailRequests;
  /** The one of the two that holds the lock; null while neither does. */
  activeProjection(): ManagedProcess | null;
  /** Queries the studio's Postgres. */
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  /** Queries the database of the stand-ins. */
  queryStandIns<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const createNodeProcess = (name: string, program: string, environment: Environment, port: number) =>
  new ManagedProcess({
    name,
    command: process.execPath,
    args: [program],
    environment,
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok,
  });

/** Creates a process without an API, which serves only its health. */
async function createBackgroundProcess(name: string, program: string, environment: Environment) {
  const port = await findFreePort();
  return createNodeProcess(name, program, { ...environment, HEALTH_PORT: String(port) }, port);
}

const createEnvironment = (
  urls: { databaseUrl: string; eventStoreUrl: string; redisUrl: string | null; siteUrl: string },
  directory: string,
): Environment => ({
  DATABASE_URL: urls.databaseUrl,
  EVENTSTORE_URL: urls.eventStoreUrl,
  ...(urls.redisUrl === null ? {} : { REDIS_URL: urls.redisUrl }),
  SITE_URL: urls.siteUrl,
  DATA_DIR: join(directory, 'data'),
  JWT_SECRET: randomBytes(32).toString('hex'),
  MASTER_KEY: randomBytes(32).toString('hex'),
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'info',
  // Longer than a health check of the proxy takes.
  DRAIN_SECONDS: '3',
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
});

/** Creates the stand-ins, two APIs, two projections and three workers. */
async function createProcesses(
  environment: Environment,
  ports: { apiPorts: readonly number[]; sandboxPort: number },
  standInsDatabaseUrl: string,
) {
  const standIns = createNodeProcess(
    'stand-ins',
    join(import.meta.dirname, 'serve-stand-ins.fixture.ts'),
    { ...environment, DATABASE_URL: standInsDatabaseUrl, PORT: String(ports.sandboxPort) },
    ports.sandboxPort,
  );
  // The sources of the processes are what `npm start` and its tests run.
  const api = await bundleStudio('api');
  const projection = await bundleStudio('projections');
  const worker = await bundleStudio('workers');
  const apis = ports.apiPorts.map((port, index) =>
    createNodeProcess(`API ${index + 1}`, api, { ...environment, PORT: String(port) }, port),
  );
  const projections = await Promise.all(
    [1, 2].map((number) => createBackgroundProcess(`projections ${number}`, projection, environment)),
  );
  const workers = await Promise.all(
    [1, 2, 3].map((number) => createBackgroundProcess(`worker ${number}`, worker, environment)),
  );
  return { standIns, apis, projections, workers };
}

const emailRequest = z.object({ headers: z.object({ idempotencyKey: z.string() }) });

/** Starts a proxy that counts the requests to send an email. */
async function startCountingProxy(ports: { port: number; apiPorts: readonly number[]; sandboxPort: number }) {
  const requests = new Map<string, number>();
  const proxy = await startReverseProxy({
    ...ports,
    onForwarded: ({ path, body }) => {
      if (path !== '/sandbox/brevo/v3/smtp/email') return;
      const key = emailRequest.parse(JSON.parse(body)).headers.idempotencyKey;
      requests.set(key, (requests.get(key) ?? 0) + 1);
    },
  });
  return { proxy, requests };
}

/** Starts the servers, a proxy, and all processes of the studio concurrently, as after a power cut. */
export async function startSeparateStudio(kind: QueueKind): Promise<SeparateStudio> {
  const directory = await mkdtemp(join(tmpdir(), 'separate-studio-'));
  const standInsDatabase = await freshDatabase({ empty: true });
  const started: ManagedProcess[] = [];
  let proxy: ReverseProxy | null = null;
  const servers = inContainers
    ? await import('./container-servers.ts').then(({ createContainerServers }) =>
        createContainerServers(kind),
      )
    : await createEmbeddedServers(kind, directory);
  const stop = async () => {
    await Promise.all(started.map((one) => one.kill()));
    await servers.remove();
    await proxy?.close();
    await standInsDatabase.drop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const { postgresUrl, eventStoreUrl, redisUrl } = await servers.start();
    await ensureDatabase(postgresUrl, 'studio');
    const databaseUrl = new URL('/studio', postgresUrl).href;
    const [port, sandboxPort, ...apiPorts] = await Promise.all([
      findFreePort(),
      findFreePort(),
      findFreePort(),
      findFreePort(),
    ]);
    const counting = await startCountingProxy({ port, apiPorts, sandboxPort });
    proxy = counting.proxy;
    const { base } = proxy;
    const environment = createEnvironment({ databaseUrl, eventStoreUrl, redisUrl, siteUrl: base }, directory);
    const { standIns, apis, projections, workers } = await createProcesses(
      environment,
      { apiPorts, sandboxPort },
      standInsDatabase.url,
    );
    started.push(standIns, ...apis, ...projections, ...workers);
    await Promise.all(started.map((one) => one.start()));
    return {
      base,
      proxy,
      apis,
      apiBases: apiPorts.map((apiPort) => `http://127.0.0.1:${apiPort}`),
      projections,
      workers,
      eventStore: servers.eventStore,
      postgres: servers.postgres,
      redis: servers.redis,
      queue: { kind, url: redisUrl ?? databaseUrl },
      emails: { requests: counting.requests },
      activeProjection: () => findActiveProjection(projections),
      query: (sql, values) => query(databaseUrl, sql, values),
      queryStandIns: (sql, values) => query(standInsDatabase.url, sql, values),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function query<T extends object>(
  connectionString: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  // Postgres may be killed during the query.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(sql, [...values])).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
