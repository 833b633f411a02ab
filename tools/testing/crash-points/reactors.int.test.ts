import { afterAll, beforeAll, expect, it } from 'vitest';
import type { QueuedJob } from '#infra/queue/define-job.ts';
import { jobIdOf } from '#infra/queue/job-options.ts';
import { reactors } from '#workers/reactors/all.ts';
import { runReactors } from '#workers/reactors/run-reactors.ts';
import { waitFor } from '../wait-for.ts';
import { Cell, type Shared } from './cell.ts';
import { type CrashStudio, startCrashStudio } from './crash-studio.ts';
import { mortalPool } from './mortal-pool.ts';
import { type Death, MortalProcess } from './mortal-process.ts';

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
afterAll(() => studio.stop());

const checkpoint = async (): Promise<bigint> => {
  const { rows } = await studio.lasting.pool.query<{ position: string | null }>(
    "SELECT coalesce(position, 0)::text AS position FROM reactor_checkpoints WHERE name = 'reactors'",
  );
  return BigInt(rows[0]?.position ?? 0);
};

/** Has a process react until it dies, or has seen the position; the jobs it queued are added to `queue`, which outlives it. */
async function react(queue: Map<string, string>, until: bigint, death: Death | null): Promise<MortalProcess> {
  const process = new MortalProcess(death);
  const { lasting } = studio;
  const keep = async (jobs: readonly QueuedJob[]) => {
    for (const { definition, key, payload } of jobs) {
      queue.set(jobIdOf(definition.name, key), JSON.stringify(payload));
    }
  };
  const running = runReactors(reactors, {
    databaseUrl: lasting.backends.databaseUrl,
    pool: mortalPool(lasting.pool, () => process),
    eventStore: lasting.eventStore,
    clock: lasting.clock,
    logger: lasting.logger,
    enqueue: (jobs) => process.effect('enqueue', () => keep(jobs)),
  });
  await waitFor(async () => process.isDead || (await checkpoint()) >= until);
  await running.stop();
  return process;
}

/** Someone signs up, with the newsletter; where that stands. */
async function event(): Promise<bigint> {
  const cell = new Cell(shared);
  const { id } = await cell.member('ann', 1, { newsletter: true, signedUpAgo: 0 });
  const { events } = await studio.lasting.eventStore.readStream(`wallet-${id}`);
  return events[0]?.position ?? 0n;
}

it('reactors that die between an event, the queue and their checkpoint lose no job', async () => {
  const queue = new Map<string, string>();
  const first = await react(queue, await event(), null);
  expect(first.effects).toContain('enqueue');
  expect(first.effects.at(-1)).toBe('insert reactor_checkpoints');
  const outcomes: string[] = [];
  for (const death of [
    { effect: 1, when: 'before' },
    { effect: 1, when: 'after' },
    { effect: 2, when: 'before' },
    { effect: 2, when: 'after' },
  ] as const) {
    const known = new Set(queue.keys());
    const until = await event();
    const process = await react(queue, until, death);
    expect(process.isDead).toBe(true);
    await react(queue, until, null);
    const added = [...queue.keys()].filter((id) => !known.has(id)).map((id) => id.split('.')[0]);
    outcomes.push(`${death.when} effect ${death.effect}: ${added.toSorted().join(', ')}`);
  }
  const whole = 'join-newsletter, send-welcome';
  expect(outcomes).toEqual([
    `before effect 1: ${whole}`,
    `after effect 1: ${whole}`,
    `before effect 2: ${whole}`,
    `after effect 2: ${whole}`,
  ]);
});
