import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../embedded/postgres/start-postgres.ts';
import { createPool } from '../postgres/create-pool.ts';
import { ensureDatabase } from '../postgres/ensure-database.ts';
import { migrate } from '../postgres/migrate.ts';
import { allMigrations } from '../postgres/migrations/all.ts';

export const TEMPLATE_DATABASE = 'migrated';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One Postgres for the whole run, with a migrated database to copy; see shared-postgres.ts for its use in tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tideline-test-postgres-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  await ensureDatabase(postgres.url, TEMPLATE_DATABASE);
  const pool = createPool(postgres.urlFor(TEMPLATE_DATABASE));
  await migrate(pool, allMigrations);
  await pool.end();
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
