import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import { refreshStatistics } from '#projections/read-models/wallet/import-queries.ts';
import { runImport } from '#services/commands/import/run-import.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { type ImportAnswer, importAnswer, importsAnswer } from '#services/contract/imports.ts';
import {
  CrashableProcess,
  ProcessCrashed,
  runInProcess,
} from '#tools/testing/crash-points/crashable-process.ts';
import { crashableRuntime } from '#tools/testing/crash-points/crashable-runtime.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import type { MadeUpStudio } from './made-up-studios.fixture.ts';

type Files = MadeUpStudio['files'];

export const workerContext = () => ({
  now: new Date(),
  commandId: randomUUID(),
  actor: { kind: 'worker', name: 'advance-import' } as const,
});

export const readRefusal = async (response: Response) => {
  const { code, issues } = errorAnswer.parse(await response.json());
  return { status: response.status, code, ...(issues ? { paths: issues.map(({ path }) => path) } : {}) };
};

/** The refused lines are exactly the broken ones, each with its reason. */
export function expectRefused(answer: ImportAnswer, { refused }: MadeUpStudio): void {
  const found = new Map(answer.refused.map(({ file, line, reason }) => [`${file}:${line}`, reason]));
  expect([...found.keys()].toSorted()).toEqual([...refused.keys()].toSorted());
  for (const [place, reason] of refused) expect(found.get(place), place).toMatch(reason);
}

/** A studio into which others move. It has no workers: an import begins with an upload and goes on when a test runs it. */
export class ImportStudio {
  readonly running: TestStudio;
  readonly admin: StudioClient;

  private constructor(running: TestStudio, admin: StudioClient) {
    this.running = running;
    this.admin = admin;
  }

  static async start(): Promise<ImportStudio> {
    const running = await startOwnStudio();
    return new ImportStudio(running, await running.admin());
  }

  fetch = (path: string, init: RequestInit = {}) =>
    fetch(`${this.running.base}/api/admin/imports${path}`, { ...init, headers: this.admin.headers });

  send(files: Files, fields: Readonly<Record<string, string>> = {}, query = ''): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [kind, bytes] of Object.entries(files)) form.set(kind, new Blob([bytes]), `${kind}.csv`);
    return this.fetch(query, { method: 'POST', body: form });
  }

  async upload(...args: Parameters<ImportStudio['send']>): Promise<ImportAnswer> {
    const response = await this.send(...args);
    const body: unknown = await response.json();
    if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
    return importAnswer.parse(body);
  }
  dryRun = (files: Files, fields?: Readonly<Record<string, string>>) =>
    this.upload(files, fields, '?dryRun=true');

  run = (importId: string) => runImport(this.running.runtime, { importId }, workerContext());

  /** Runs an import in so many processes that are killed at random effects, then in one that lives. */
  async runWithKills(importId: string, kills: number, random: (below: number) => number): Promise<void> {
    for (let kill = 0; kill < kills; kill += 1) {
      const deps = crashableRuntime(this.running.runtime, this.running.runtime.pool);
      const process = new CrashableProcess({ effect: 1 + random(70), when: 'after' });
      const work = runInProcess(process, () => runImport(deps, { importId }, workerContext()));
      await expect(work).rejects.toThrow(ProcessCrashed);
    }
    await this.run(importId);
  }

  /** Waits until the read models have all that the stream of imports led to. */
  async waitForReadModels(): Promise<void> {
    const position = (await this.readEvents()).at(-1)?.position;
    await waitFor(
      async () => {
        const { rows } = await this.running.runtime.pool.query<{ reached: boolean }>(
          `SELECT bool_and(position >= $1) AS reached FROM projection_checkpoints
           WHERE name IN ('wallet', 'members', 'audit-trail', 'money')`,
          [String(position)],
        );
        return rows[0]?.reached;
      },
      { what: 'the read models' },
    );
    await refreshStatistics(this.running.runtime.pool);
  }

  /** The latest first. */
  readImports = async () => (await this.admin.expect(importsAnswer, 'GET', '/api/admin/imports')).imports;
  certify = async (importId: string) => (await this.fetch(`/${importId}/certificate`)).text();

  async readEvents(): Promise<RecordedEvent<StudioEvent>[]> {
    const all = [];
    for await (const events of this.running.runtime.eventStore.readAll(null, 5_000)) all.push(...events);
    return all;
  }
}
