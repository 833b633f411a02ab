import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { removeDataDirectory } from '#tools/testing/data-directory.ts';
import { createPreparedStudio } from '#tools/testing/prepared-studio.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';

/** A whole studio as a process with its own data directory, and queries into its databases. */
export interface RunningStudio {
  process: StudioProcess;
  readonly dataDir: string;
  /** What the process runs, for starting it again. */
  readonly program: string;
  /** Queries the studio's Postgres. */
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Queries the database of the event store, which has a view `event_store.readable_events`. */
  queryEvents(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Stops the process and removes its files. */
  remove(): Promise<void>;
}

export async function startRunningStudio(
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningStudio> {
  const { dataDir, program } = await createPreparedStudio('running-studio');
  const query = async (name: string | null, sql: string, values: readonly unknown[]) => {
    const runtime: unknown = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8'));
    const url = new URL(z.object({ databaseUrl: z.string() }).parse(runtime).databaseUrl);
    if (name !== null) url.pathname = `/${name}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const running: RunningStudio = {
    process: await startStudioProcess(dataDir, environment, program),
    dataDir,
    program,
    query: (sql, values = []) => query(null, sql, values),
    queryEvents: (sql, values = []) => query('event_store', sql, values),
    async remove() {
      await running.process.stop();
      await removeDataDirectory(dataDir);
    },
  };
  return running;
}
