import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '#infra/config/config.ts';
import { ensureDatabase } from '#infra/postgres/ensure-database.ts';
import { superviseEventStoreNode } from './event-store-node/supervise-node.ts';
import { assertNotMoved } from './moved-store.ts';
import { supervisePostgres } from './postgres/supervise-postgres.ts';

const runtimeFile = z.object({ databaseUrl: z.string(), eventStoreUrl: z.string() });

/** The databases of the embedded Postgres. */
const STUDIO = 'studio';
const EVENT_STORE = 'event_store';

/** Converts the URL of an embedded studio's database to that of its event store. */
export function toEventStoreDatabaseUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${EVENT_STORE}`;
  return url.href;
}

/** Postgres and the event store: the configured ones, or embedded ones that run until `stop`. */
export interface EmbeddedBackends {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts the servers that are not configured. Writes all URLs to `<DATA_DIR>/runtime.json`, mode 0600, for tools. Calls `onFailure`
 * when the event store has ended and cannot be restarted.
 */
export async function startBackends(
  config: Config,
  onFailure: (error: Error) => void,
): Promise<EmbeddedBackends> {
  const { dataDir } = config;
  const path = join(dataDir, 'runtime.json');
  await mkdir(dataDir, { recursive: true });
  if (config.eventStoreUrl === null) assertNotMoved(dataDir);
  const needsPostgres = config.databaseUrl === null || config.eventStoreUrl === null;
  const postgres = needsPostgres ? await supervisePostgres(join(dataDir, 'postgres')) : null;
  const ensureEmbeddedDatabase = async (name: string) => {
    if (postgres === null) throw new Error('The embedded Postgres was not started');
    await ensureDatabase(postgres.url, name);
    return postgres.urlFor(name);
  };
  const databaseUrl = config.databaseUrl ?? (await ensureEmbeddedDatabase(STUDIO));
  const node =
    config.eventStoreUrl === null
      ? await superviseEventStoreNode(
          {
            databaseUrl: await ensureEmbeddedDatabase(EVENT_STORE),
            port: 0,
            ...(config.eventStoreCredential === null ? {} : { credential: config.eventStoreCredential }),
          },
          onFailure,
        )
      : null;
  const eventStoreUrl = config.eventStoreUrl ?? node?.connectionString;
  if (eventStoreUrl === undefined) throw new Error('The event store was not started');
  await writeFile(path, JSON.stringify({ databaseUrl, eventStoreUrl }), { mode: 0o600 });
  return {
    databaseUrl,
    eventStoreUrl,
    async stop() {
      await rm(path, { force: true });
      await node?.stop();
      await postgres?.stop();
    },
  };
}

/**
 * Runs a tool's work with the configured backends, those of a studio that runs on the data directory, or ones that are started for it.
 * Writes no file when both are configured, because a container's disk may be read-only.
 */
export async function withBackends<T>(
  config: Config,
  work: (backends: { databaseUrl: string; eventStoreUrl: string }) => Promise<T>,
): Promise<T> {
  const { databaseUrl, eventStoreUrl } = config;
  if (databaseUrl !== null && eventStoreUrl !== null) return work({ databaseUrl, eventStoreUrl });
  const path = join(config.dataDir, 'runtime.json');
  if (existsSync(path)) {
    const running = runtimeFile.parse(JSON.parse(await readFile(path, 'utf8')));
    if (await isListening(running.databaseUrl)) return work(running);
  }
  const failed = Promise.withResolvers<never>();
  // The race below reports it.
  failed.promise.catch(() => {});
  const started = await startBackends(config, failed.reject);
  try {
    return await Promise.race([work(started), failed.promise]);
  } finally {
    await started.stop();
  }
}

async function isListening(databaseUrl: string): Promise<boolean> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
