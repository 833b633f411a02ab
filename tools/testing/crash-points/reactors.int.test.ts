import { afterAll, beforeAll, expect, it } from 'vitest';
import type { QueuedJob } from '#infra/queue/define-job.ts';
import { jobIdOf } from '#infra/queue/job-options.ts';
import { reactors } from '#workers/reactors/all.ts';
import { runReactors } from '#workers/reactors/run-reactors.ts';
import { waitFor } from '../wait-for.ts';
import { Cell, type Shared } from './cell.ts';
import { type CrashStudio, startCrashStudio } from './crash-studio.ts';
import { crashablePool } from './crashable-pool.ts';
import { CrashableProcess, type CrashPoint } from './crashable-process.ts';

let studio: CrashStudio;
let shared: Shared;
beforeAll(async () => {
  studio = await startCrashStudio();
  shared = {
    studio,
    admin: await studio.signIn({ kind: 'staff', role: 'admin' }),
    instructorId: 0,
    passwordHash: 'none',
  };
});
afterAll(() => studio?.stop());

const readCheckpoint = async (): Promise<bigint> => {
  const { rows } = await studio.surviving.pool.query<{ position: string | null }>(
    "SELECT coalesce(position, 0)::text AS position FROM reactor_checkpoints WHERE name = 'reactors'",
  );
  return BigInt(rows[0]?.position ?? 0);
};

/** Runs reactors in a process until it crashes or reaches the position. Queued jobs are added to `queue`, which survives. */
async function runReactorsUntil(
  queue: Map<string, string>,
  until: bigint,
  crash: CrashPoint | null,
): Promise<CrashableProcess> {
  const process = new CrashableProcess(crash);
  const { surviving } = studio;
  const addJobs = async (jobs: readonly QueuedJob[]) => {
    for (const { definition, key, payload } of jobs) {
      queue.set(jobIdOf(definition.name, key), JSON.stringify(payload));
    }
  };
  const running = runReactors(reactors, {
    databaseUrl: surviving.backends.databaseUrl,
    pool: crashablePool(surviving.pool, () => process),
    eventStore: surviving.eventStore,
    clock: surviving.clock,
    logger: surviving.logger,
    enqueue: (jobs) => process.effect('enqueue', () => addJobs(jobs)),
  });
  await waitFor(async () => process.hasCrashed || (await readCheckpoint()) >= until);
  await running.stop();
  return process;
}

/** Signs a member up with the newsletter, and returns the position of the last event. */
async function appendSignUp(): Promise<bigint> {
  const cell = new Cell(shared);
  const { id } = await cell.addMember('ann', 1, { newsletter: true, signedUpAgoMs: 0 });
  const { events } = await studio.surviving.eventStore.readStream(`wallet-${id}`);
  return events[0]?.position ?? 0n;
}

it('loses no job when reactors crash between an event, the queue and their checkpoint', async () => {
  const queue = new Map<string, string>();
  const first = await runReactorsUntil(queue, await appendSignUp(), null);
  expect(first.effects).toContain('enqueue');
  expect(first.effects.at(-1)).toBe('insert reactor_checkpoints');
  const outcomes: string[] = [];
  for (const crash of [
    { effect: 1, when: 'before' },
    { effect: 1, when: 'after' },
    { effect: 2, when: 'before' },
    { effect: 2, when: 'after' },
  ] as const) {
    const known = new Set(queue.keys());
    const until = await appendSignUp();
    const process = await runReactorsUntil(queue, until, crash);
    expect(process.hasCrashed).toBe(true);
    await runReactorsUntil(queue, until, null);
    const added = [...queue.keys()].filter((id) => !known.has(id)).map((id) => id.split('.')[0]);
    outcomes.push(`${crash.when} effect ${crash.effect}: ${added.toSorted().join(', ')}`);
  }
  const allJobs = 'join-newsletter, send-welcome';
  expect(outcomes).toEqual([
    `before effect 1: ${allJobs}`,
    `after effect 1: ${allJobs}`,
    `before effect 2: ${allJobs}`,
    `after effect 2: ${allJobs}`,
  ]);
});
