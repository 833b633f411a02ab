import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';

/** A whole studio as a process on files of its own, with a look into its database. */
export interface RunningStudio {
  process: StudioProcess;
  readonly dataDir: string;
  /** Asks the studio's Postgres. */
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Asks the database of its event store, which has a view `event_store.readable_events`. */
  queryEvents(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Ends it and removes its files. */
  remove(): Promise<void>;
}

export async function startRunningStudio(
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningStudio> {
  const dataDir = await mkdtemp(join(tmpdir(), 'running-studio-'));
  const ask = async (name: string | null, sql: string, values: readonly unknown[]) => {
    const kept: unknown = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8'));
    const url = new URL(z.object({ databaseUrl: z.string() }).parse(kept).databaseUrl);
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
    process: await startStudioProcess(dataDir, environment),
    dataDir,
    query: (sql, values = []) => ask(null, sql, values),
    queryEvents: (sql, values = []) => ask('event_store', sql, values),
    async remove() {
      await running.process.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return running;
}
