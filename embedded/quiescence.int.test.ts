import { expect, it, onTestFinished } from 'vitest';
import { freshEventStore } from '#tools/testing/shared-event-store.ts';
import { freshDatabase } from '#tools/testing/shared-postgres.ts';
import { createQuiescence } from './quiescence.ts';

/** A queue with one job, which is due again each time it is asked about, and fails in its first `failures` attempts. */
function createFailingQueue(failures: number) {
  let state: 'due' | 'waiting' | 'done' = 'due';
  let attempts = 0;
  return {
    getState: () => state,
    /** Runs the job if it is due. */
    async idle() {
      if (state !== 'due') return;
      attempts += 1;
      state = attempts > failures ? 'done' : 'waiting';
    },
    async awaitingRetry() {
      if (state !== 'waiting') return [];
      state = 'due';
      return ['slow'];
    },
  };
}

async function waitWith(queue: ReturnType<typeof createFailingQueue>, timeoutMs?: number) {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const store = await freshEventStore(database.url);
  onTestFinished(() => store.stop());
  const followers = { waitForProjections: async () => true, queue };
  const quiescence = createQuiescence(database.pool, store.connectionString, followers, timeoutMs);
  onTestFinished(() => quiescence.close());
  await quiescence.wait();
}

it.each([0, 1, 2, 3])('waits for a job whose first %i attempts fail', async (failures) => {
  const queue = createFailingQueue(failures);
  await waitWith(queue);
  expect(queue.getState()).toBe('done');
});

it('names the jobs that never succeed', async () => {
  const queue = createFailingQueue(Number.POSITIVE_INFINITY);
  await expect(waitWith(queue, 50)).rejects.toThrow('Jobs wait for their next attempt (slow)');
});
