import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { waitForCatchUp } from './wait-for-catch-up.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('DELETE FROM projection_checkpoints'));

const stand = (name: string, position: number | null, status = 'live') =>
  database.pool.query(
    `INSERT INTO projection_checkpoints (name, version, position, status) VALUES ($1, 1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET position = excluded.position, status = excluded.status`,
    [name, position, status],
  );

/** Begins to wait; tells when it is over, and how many times the log was asked for its end. */
function begin(ends: readonly (bigint | null | Error)[]) {
  const stopping = new AbortController();
  let asked = 0;
  const position = async () => {
    const end = ends[Math.min(asked, ends.length - 1)] ?? null;
    asked += 1;
    if (end instanceof Error) throw end;
    return end;
  };
  const done = waitForCatchUp({
    pool: database.pool,
    end: { position },
    projections: ['a', 'b'],
    signal: stopping.signal,
  });
  return { done, stop: () => stopping.abort(), asked: () => asked };
}

/** Whether it is over after it has looked at the checkpoints twice more. */
async function isOver(done: Promise<boolean>): Promise<boolean> {
  let over = false;
  done.then(() => {
    over = true;
  });
  const looks = vi.spyOn(database.pool, 'query');
  await waitFor(() => over || looks.mock.calls.length >= 2);
  looks.mockRestore();
  return over;
}

test('an empty log has nothing to wait for', async () => {
  expect(await begin([null]).done).toBe(true);
});

test('waits for every read model, up to the end of the log as it was at the start, and no further', async () => {
  await stand('a', 100);
  const waiting = begin([100n, 500n]);
  expect(await isOver(waiting.done)).toBe(false);
  await stand('b', 90);
  expect(await isOver(waiting.done)).toBe(false);
  await stand('b', 100);
  expect(await waiting.done).toBe(true);
  expect(waiting.asked()).toBe(1);
});

test('does not wait for one that stands still: it would never be ready', async () => {
  await stand('a', 100);
  await stand('b', 3, 'stopped');
  expect(await begin([100n]).done).toBe(true);
});

test('asks again while the event store is away, and ends when it is told to', async () => {
  await stand('a', 100);
  await stand('b', 100);
  const healed = begin([new Error('away'), 100n]);
  expect(await healed.done).toBe(true);
  expect(healed.asked()).toBe(2);
  const never = begin([new Error('away')]);
  never.stop();
  expect(await never.done).toBe(false);
});
