import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { type StudioProcess, startStudioProcess } from '../../../infra/testing/studio-process.ts';

/** A whole studio as a process on files of its own, with a look into its database. */
export interface RunningStudio {
  process: StudioProcess;
  readonly dataDir: string;
  /** Asks the studio's Postgres. */
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Ends it and removes its files. */
  remove(): Promise<void>;
}

export async function startRunningStudio(
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningStudio> {
  const dataDir = await mkdtemp(join(tmpdir(), 'running-studio-'));
  const running: RunningStudio = {
    process: await startStudioProcess(dataDir, environment),
    dataDir,
    async query(sql, values = []) {
      const kept: unknown = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8'));
      const { databaseUrl } = z.object({ databaseUrl: z.string() }).parse(kept);
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    async remove() {
      await running.process.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return running;
}
