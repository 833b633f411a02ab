import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { waitForCatchUp } from './wait-for-catch-up.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());
beforeEach(() => database.pool.query('DELETE FROM projection_checkpoints'));

const setCheckpoint = (name: string, position: number | null, status = 'live') =>
  database.pool.query(
    `INSERT INTO projection_checkpoints (name, version, position, status) VALUES ($1, 1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET position = excluded.position, status = excluded.status`,
    [name, position, status],
  );

/** Starts to wait, and counts how often the log's end is read. */
function begin(ends: readonly (bigint | null | Error)[]) {
  const stopping = new AbortController();
  let reads = 0;
  const position = async () => {
    const end = ends[Math.min(reads, ends.length - 1)] ?? null;
    reads += 1;
    if (end instanceof Error) throw end;
    return end;
  };
  const done = waitForCatchUp({
    pool: database.pool,
    end: { position },
    projections: ['a', 'b'],
    signal: stopping.signal,
  });
  return { done, stop: () => stopping.abort(), readCount: () => reads };
}

/** Whether the wait has ended after two more reads of the checkpoints. */
async function isOver(done: Promise<boolean>): Promise<boolean> {
  let over = false;
  done.then(() => {
    over = true;
  });
  const queries = vi.spyOn(database.pool, 'query');
  await waitFor(() => over || queries.mock.calls.length >= 2);
  queries.mockRestore();
  return over;
}

test('returns immediately for an empty log', async () => {
  expect(await begin([null]).done).toBe(true);
});

test('waits for every read model up to the end of the log at the start', async () => {
  await setCheckpoint('a', 100);
  const waiting = begin([100n, 500n]);
  expect(await isOver(waiting.done)).toBe(false);
  await setCheckpoint('b', 90);
  expect(await isOver(waiting.done)).toBe(false);
  await setCheckpoint('b', 100);
  expect(await waiting.done).toBe(true);
  expect(waiting.readCount()).toBe(1);
});

test('does not wait for a stopped projection', async () => {
  await setCheckpoint('a', 100);
  await setCheckpoint('b', 3, 'stopped');
  expect(await begin([100n]).done).toBe(true);
});

test('retries while the event store is unavailable, and returns false when aborted', async () => {
  await setCheckpoint('a', 100);
  await setCheckpoint('b', 100);
  const recovered = begin([new Error('unavailable'), 100n]);
  expect(await recovered.done).toBe(true);
  expect(recovered.readCount()).toBe(2);
  const never = begin([new Error('unavailable')]);
  never.stop();
  expect(await never.done).toBe(false);
});
