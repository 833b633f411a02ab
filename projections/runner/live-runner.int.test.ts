import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#infra/logging/logger.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { studioProjections } from '../registry.ts';
import { findDifferences } from '../testing/find-differences.ts';
import { StudioHistory } from '../testing/studio-history.ts';
import { prepareTables } from './checkpoints.ts';
import { LiveRunner } from './live-runner.ts';
import { CheckpointMoved } from './session.ts';

const log = createLogger({ level: 'silent', component: 'test' });
const backends = `FROM pg_stat_activity WHERE application_name = 'tideline projections' AND datname = current_database()`;

let database: TestDatabase;
let runners: LiveRunner[];

beforeEach(async () => {
  database = await freshDatabase();
  runners = [];
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await prepareTables(client, studioProjections);
  await client.end();
});
afterEach(async () => {
  for (const runner of runners) await runner.close();
  await database?.drop();
});

function createRunner(): LiveRunner {
  const runner = new LiveRunner({
    url: database.url,
    projections: studioProjections,
    log,
    onCheckpointMoved: () => {},
  });
  runners.push(runner);
  return runner;
}

test('rejects a batch when another runner has moved the checkpoints', async () => {
  const [first, second] = [createRunner(), createRunner()];
  const events = new StudioHistory().generateEvents(300).slice(0, 300);
  await first.position();
  await second.position();
  await first.onBatch(events.slice(0, 200));
  await expect(second.onBatch(events.slice(0, 100))).rejects.toThrow(CheckpointMoved);
  // After reading the checkpoints again it continues at the other's position and skips repeated events.
  expect(await second.position()).toBe(events[199]?.position);
  await second.onBatch(events.slice(100, 300));
  await expect(first.onBatch(events.slice(200, 300))).rejects.toThrow(CheckpointMoved);
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
});

test('rolls back rows and checkpoint when the connection breaks between statements', async () => {
  const runner = createRunner();
  const events = new StudioHistory().generateEvents(300).slice(0, 300);
  await runner.position();
  await runner.onBatch(events.slice(0, 100));

  const blocker = await database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE wallet_lots IN EXCLUSIVE MODE');
  const result = runner.onBatch(events.slice(100, 300)).then(
    () => 'succeeded',
    () => 'failed',
  );
  await waitFor(async () => {
    const { rows } = await database.pool.query(`SELECT 1 ${backends} AND wait_event_type = 'Lock'`);
    return rows.length > 0;
  });
  await database.pool.query(`SELECT pg_terminate_backend(pid) ${backends}`);
  expect(await result).toBe('failed');
  await blocker.query('ROLLBACK');
  blocker.release();

  expect(await findDifferences(database.pool, studioProjections, events.slice(0, 100))).toEqual([]);
  expect(await runner.position()).toBe(events[99]?.position);
  await runner.onBatch(events.slice(100, 300));
  expect(await findDifferences(database.pool, studioProjections, events)).toEqual([]);
});
