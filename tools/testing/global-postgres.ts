import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#embedded/postgres/start-postgres.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { ensureDatabase } from '#infra/postgres/ensure-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';

export const TEMPLATE_DATABASE = 'migrated';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

async function prepare(project: TestProject, url: string): Promise<void> {
  await ensureDatabase(url, TEMPLATE_DATABASE);
  const template = new URL(url);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  const pool = createPool(template.href, { queryTimeoutMs: null });
  await migrate(pool, allMigrations);
  await pool.end();
  project.provide('postgresUrl', url);
}

/**
 * One Postgres for the whole run, with a migrated database to copy; see shared-postgres.ts for its use in tests. That of
 * TEST_POSTGRES_URL when it is set, which `npm run test:containers` does.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) {
    await prepare(project, given);
    return async () => {};
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'tideline-test-postgres-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  await prepare(project, postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
