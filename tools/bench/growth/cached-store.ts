import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { startBackends } from '#embedded/backends.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import { loadConfig } from '#infra/config/config.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { connectRuntime } from '#infra/runtime/connect.ts';
import { studioProjections } from '#projections/registry.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { hashContent } from '#tools/run/content-hash.ts';
import { fillStudio } from '../servers/fill-studio.ts';

const root = join(import.meta.dirname, '../../..');
const cache = join(root, '.cache/growth');
/** Code that determines the content of a data directory. */
const sources = [
  'tools/bench/growth/cached-store.ts',
  'tools/bench/servers/fill-studio.ts',
  'tools/bench/studio/make-members.ts',
  'embedded/event-store-node',
  'infra/postgres/migrations',
  'projections/definition',
  'projections/runner',
  'projections/read-models',
  'domain',
];

/** Each member has twenty bookings, with classes and attendance. */
const bookingsPerMember = 20;
const eventsPerMember = 79;

/** Returns the number of members in a store of so many events. */
export const countMembersIn = (events: number): number => Math.ceil(events / eventsPerMember);

async function fillStore(dataDir: string, events: number): Promise<void> {
  const config = loadConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
  const logger = createLogger({ level: 'error', component: 'bench' });
  const servers = await startBackends(config, (error) => {
    throw error;
  });
  try {
    const pool = createPool(servers.databaseUrl, { queryTimeoutMs: null });
    await migrate(pool, allMigrations);
    const backends = { ...servers, sandboxUrl: null };
    const runtime = await connectRuntime<StudioEvent>({
      ...{ config, logger, pool, backends, clock: systemClock },
      registry: eventRegistry,
    });
    const members = countMembersIn(events);
    await fillStudio(runtime, {
      members,
      bookings: members * bookingsPerMember,
      passes: 2 * bookingsPerMember,
    });
    const failures = await rebuild(studioProjections, {
      databaseUrl: servers.databaseUrl,
      store: runtime.eventStore,
      log: logger,
    });
    if (failures.size > 0) throw new Error(`Not rebuilt: ${[...failures.keys()].join(', ')}`);
    // The reactors have nothing to do for these events.
    await pool.query(
      `INSERT INTO reactor_checkpoints (name, position) SELECT 'reactors', max(position) FROM projection_checkpoints`,
    );
    await pool.query('VACUUM ANALYZE');
    await runtime.close();
  } finally {
    await servers.stop();
  }
}

/**
 * Returns the data directory of an embedded studio with so many events (years of classes, bookings and attendance) and their read
 * models. It is created once for each version of the code above, and cached in `.cache/growth`.
 */
export async function getCachedStore(events: number): Promise<string> {
  const hash = hashContent(root, sources).slice(0, 16);
  const folder = join(cache, hash);
  await mkdir(folder, { recursive: true });
  for (const other of readdirSync(cache)) {
    if (other !== hash) await rm(join(cache, other), { recursive: true, force: true });
  }
  // With a folder around it, because the generated master key lies beside the data directory.
  const store = join(folder, String(events));
  if (!existsSync(store)) {
    const draft = `${store}.new`;
    await rm(draft, { recursive: true, force: true });
    await fillStore(join(draft, 'data'), events);
    await rename(draft, store);
  }
  return join(store, 'data');
}
