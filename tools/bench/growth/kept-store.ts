import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { membershipPrice } from '#domain/membership/price.ts';
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
const kept = join(root, '.cache/growth');
/** What decides what is in a data directory, and how. */
const sources = [
  'tools/bench/growth/kept-store.ts',
  'tools/bench/servers/fill-studio.ts',
  'tools/bench/studio/make-members.ts',
  'embedded/event-store-node',
  'infra/postgres/migrations',
  'projections/definition',
  'projections/runner',
  'projections/read-models',
  'domain',
];

/** Of each member twenty bookings, their classes and who came to them. */
const bookingsEach = 20;
const eventsEach = 79;

/** How many members a store of so many events has. */
export const membersIn = (events: number): number => Math.ceil(events / eventsEach);

async function fillStore(dataDir: string, events: number): Promise<void> {
  const config = loadConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
  const logger = createLogger({ level: 'error', component: 'bench' });
  const servers = await startBackends(config);
  try {
    const pool = createPool(servers.databaseUrl, { queryTimeoutMs: null });
    await migrate(pool, allMigrations);
    const backends = { ...servers, sandboxUrl: null };
    const runtime = await connectRuntime<StudioEvent>({
      ...{ config, logger, pool, backends, clock: systemClock },
      registry: eventRegistry,
      membershipPrice,
    });
    const members = membersIn(events);
    await fillStudio(runtime, { members, bookings: members * bookingsEach, passes: 2 * bookingsEach });
    const failures = await rebuild(studioProjections, {
      databaseUrl: servers.databaseUrl,
      store: runtime.eventStore,
      log: logger,
    });
    if (failures.size > 0) throw new Error(`Not built: ${[...failures.keys()].join(', ')}`);
    // What these events called for is long done.
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
 * The data directory of an embedded studio with so many events, years of classes, bookings and attendance, and with its read
 * models built. Made once for each state of the code that makes it, and kept in `.cache/growth`.
 */
export async function keptStore(events: number): Promise<string> {
  const hash = hashContent(root, sources).slice(0, 16);
  const folder = join(kept, hash);
  await mkdir(folder, { recursive: true });
  for (const other of readdirSync(kept)) {
    if (other !== hash) await rm(join(kept, other), { recursive: true, force: true });
  }
  const dataDir = join(folder, String(events));
  if (existsSync(dataDir)) return dataDir;
  const draft = `${dataDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await fillStore(draft, events);
  await rename(draft, dataDir);
  return dataDir;
}
