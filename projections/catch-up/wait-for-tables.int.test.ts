import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#infra/logging/logger.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { waitForTables } from './wait-for-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('DELETE FROM projection_checkpoints'));

const make = (name: string) =>
  database.pool.query("INSERT INTO projection_checkpoints (name, version, status) VALUES ($1, 1, 'live')", [
    name,
  ]);

/** Begins to wait for two read models. */
function begin() {
  const stopping = new AbortController();
  const said: string[] = [];
  const logger = createLogger({
    level: 'warn',
    component: 'test',
    destination: { write: (line: string) => said.push(line) },
  });
  const done = waitForTables({
    pool: database.pool,
    projections: ['a', 'b'],
    signal: stopping.signal,
    logger,
  });
  return { done, said, stop: () => stopping.abort() };
}

test('goes on at once when all are there, however far they are', async () => {
  await make('a');
  await make('b');
  const { done, said } = begin();
  expect(await done).toBe(true);
  expect(said).toEqual([]);
});

test('waits for the last, and says once for which', async () => {
  await make('a');
  const { done, said } = begin();
  await waitFor(() => said.length > 0);
  expect(JSON.parse(said[0] ?? '')).toMatchObject({ level: 'warn', missing: ['b'] });
  await make('b');
  expect(await done).toBe(true);
  expect(said).toHaveLength(1);
});

test('ends when it is told to', async () => {
  const { done, said, stop } = begin();
  await waitFor(() => said.length > 0);
  stop();
  expect(await done).toBe(false);
});
