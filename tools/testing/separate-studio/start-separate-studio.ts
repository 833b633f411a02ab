import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { ensureDatabase } from '#infra/postgres/ensure-database.ts';
import { inContainers } from '../containers/in-containers.ts';
import { freshDatabase } from '../shared-postgres.ts';
import { embeddedServers } from './embedded-servers.ts';
import { Part } from './part.ts';
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';
import type { QueueKind, Server } from './servers.ts';

const root = join(import.meta.dirname, '../../..');

/** An email as it was handed to the provider, however often it was. */
export interface HandedOver {
  /** Tries by the idempotency key that they carried. */
  readonly tries: ReadonlyMap<string, number>;
}

/** The studio as production runs it: every part a process of its own, over TCP, with nothing but environment variables. */
export interface SeparateStudio {
  /** Where members reach it, through the proxy. */
  readonly base: string;
  readonly proxy: ReverseProxy;
  readonly apis: readonly Part[];
  readonly apiBases: readonly string[];
  readonly projections: readonly Part[];
  readonly workers: readonly Part[];
  readonly eventStore: Server;
  readonly postgres: Server;
  /** null when the queue lives in Postgres. */
  readonly redis: Server | null;
  readonly queue: { readonly kind: QueueKind; readonly url: string };
  readonly emails: HandedOver;
  /** Of the two, the one that has the lock and works; null while none has. */
  activeProjection(): Part | null;
  /** Asks the studio's Postgres. */
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  /** Asks the stand-ins' database. */
  queryOutside<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  stop(): Promise<void>;
}

const node = (name: string, file: string, environment: Readonly<Record<string, string>>, port: number) =>
  new Part({
    name,
    command: process.execPath,
    args: [join(root, file)],
    environment,
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok,
  });

const email = z.object({ headers: z.object({ idempotencyKey: z.string() }) });

/**
 * Starts Postgres, the event store, Redis where the queue lives there, the stand-ins, a proxy, and
 * by their own `main.ts` two APIs, two projections and three workers, all at once as after a power cut.
 */
export async function startSeparateStudio(kind: QueueKind): Promise<SeparateStudio> {
  const directory = await mkdtemp(join(tmpdir(), 'separate-studio-'));
  const outside = await freshDatabase({ empty: true });
  const started: Part[] = [];
  let proxy: ReverseProxy | null = null;
  const servers = inContainers
    ? await import('./container-servers.ts').then(({ containerServers }) => containerServers(kind))
    : await embeddedServers(kind, directory);
  const stop = async () => {
    await Promise.all(started.map((part) => part.kill()));
    await servers.remove();
    await proxy?.close();
    await outside.drop();
    await rm(directory, { recursive: true, force: true });
  };
  const start = async (...parts: Part[]) => {
    started.push(...parts);
    await Promise.all(parts.map((part) => part.start()));
  };
  try {
    const { postgresUrl, eventStoreUrl, redisUrl } = await servers.start();
    await ensureDatabase(postgresUrl, 'studio');
    const databaseUrl = new URL(postgresUrl);
    databaseUrl.pathname = '/studio';

    const [proxyPort, sandboxPort, ...apiPorts] = await Promise.all([
      findFreePort(),
      findFreePort(),
      findFreePort(),
      findFreePort(),
    ]);
    const base = `http://127.0.0.1:${proxyPort}`;
    const tries = new Map<string, number>();
    proxy = await startReverseProxy({
      port: proxyPort,
      apiPorts,
      sandboxPort,
      onForwarded: ({ path, body }) => {
        if (path !== '/sandbox/brevo/v3/smtp/email') return;
        const key = email.parse(JSON.parse(body)).headers.idempotencyKey;
        tries.set(key, (tries.get(key) ?? 0) + 1);
      },
    });
    const environment = {
      DATABASE_URL: databaseUrl.href,
      EVENTSTORE_URL: eventStoreUrl,
      ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
      SITE_URL: base,
      DATA_DIR: join(directory, 'data'),
      JWT_SECRET: randomBytes(32).toString('hex'),
      MASTER_KEY: randomBytes(32).toString('hex'),
      STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      // Longer than the proxy takes to ask again and to be answered.
      DRAIN_SECONDS: '3',
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
    };
    const standIns = node(
      'stand-ins',
      'tools/testing/separate-studio/serve-stand-ins.fixture.ts',
      { ...environment, DATABASE_URL: outside.url, PORT: String(sandboxPort) },
      sandboxPort,
    );
    const apis = apiPorts.map((port, index) =>
      node(`API ${index + 1}`, 'services/main.ts', { ...environment, PORT: String(port) }, port),
    );
    const quiet = async (name: string, file: string) => {
      const port = await findFreePort();
      return node(name, file, { ...environment, HEALTH_PORT: String(port) }, port);
    };
    const projections = await Promise.all(
      [1, 2].map((number) => quiet(`projections ${number}`, 'projections/main.ts')),
    );
    const workers = await Promise.all(
      [1, 2, 3].map((number) => quiet(`worker ${number}`, 'workers/main.ts')),
    );
    await start(standIns, ...apis, ...projections, ...workers);
    return {
      base,
      proxy,
      apis,
      apiBases: apiPorts.map((port) => `http://127.0.0.1:${port}`),
      projections,
      workers,
      eventStore: servers.eventStore,
      postgres: servers.postgres,
      redis: servers.redis,
      queue: { kind, url: redisUrl ?? databaseUrl.href },
      emails: { tries },
      activeProjection: () => activeOf(projections),
      query: (sql, values) => ask(databaseUrl.href, sql, values),
      queryOutside: (sql, values) => ask(outside.url, sql, values),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const tookOver = z.object({ msg: z.string(), time: z.string() });

/** When a process last said that it runs the projections. */
function tookOverAt(printed: string): string | null {
  const line = printed
    .split('\n')
    .findLast((text) => text.includes('This process runs the projections') && text.endsWith('}'));
  return line === undefined ? null : tookOver.parse(JSON.parse(line)).time;
}

function activeOf(projections: readonly Part[]): Part | null {
  const claims = projections
    .filter(({ isRunning }) => isRunning)
    .flatMap((part) => {
      const at = tookOverAt(part.printed);
      return at === null ? [] : [{ part, at }];
    });
  return claims.toSorted((a, b) => b.at.localeCompare(a.at))[0]?.part ?? null;
}

async function ask<T extends object>(
  connectionString: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  // It may be killed while we ask.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(sql, [...values])).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
