import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readKeyTombstones } from '#infra/crypto/key-tombstones.ts';
import { createLogger } from '#infra/logging/logger.ts';
import type { StorageScope } from '#infra/postgres/clear-storage.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { unfinishedErasuresSweep } from '#workers/schedules/unfinished-erasures.ts';
import { clearErased } from './handler.ts';

const now = new Date('2026-05-12T09:00:00.000Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.pool.query(
    `CREATE TABLE users (id text PRIMARY KEY, erased_at timestamptz);
     CREATE TABLE registrations (id int PRIMARY KEY, erased_at timestamptz);
     CREATE TABLE bookings (user_id text, status text, class_id int);
     CREATE TABLE schedule_classes (id int, starts_at timestamptz);
     CREATE TABLE waitlist (user_id text, class_id int, left_at timestamptz);
     CREATE TABLE memberships (user_id text, status text)`,
  );
});
afterAll(() => database?.drop());
beforeEach(async () => {
  await database.pool.query(
    `TRUNCATE users, registrations, member_keys;
     INSERT INTO users VALUES ('ann', now()), ('ben', now()), ('cleo', NULL), ('dora', NULL);
     INSERT INTO registrations VALUES (7, NULL);
     INSERT INTO member_keys (member_id, wrapped_key, destroyed_at) VALUES
       ('ann', NULL, now()), ('ben', NULL, now()), ('cleo', NULL, now()), ('registration-7', NULL, now()),
       ('dora', '\\x01', NULL)`,
  );
});

function createDeps(scope: StorageScope = 'tables_and_log') {
  const runs: (readonly string[])[] = [];
  return {
    runs,
    pool: database.pool,
    clock: { now: () => now },
    logger: createLogger({ level: 'silent', component: 'test' }),
    clearStorage: async (tables: readonly string[]) => {
      runs.push(tables);
      return scope;
    },
  };
}
const readStorage = async (id: string) =>
  (await readKeyTombstones(database.pool, [id])).get(id)?.storage ?? null;
const findJobs = async () =>
  (await unfinishedErasuresSweep(database.pool).find(now))
    .filter(({ definition }) => definition.name === 'clear-storage')
    .map(({ payload }) => payload);

it('serves every finished erasure in one run, which the sweep finds until then', async () => {
  const deps = createDeps();
  expect(await findJobs()).toEqual([{ personId: 'ann' }]);
  await clearErased(deps, 'ben');
  await clearErased(deps, 'ann');
  await clearErased(deps, 'ben');
  expect(deps.runs).toHaveLength(1);
  expect(deps.runs[0]).toEqual(expect.arrayContaining(['users', 'registrations', 'member_keys', 'sessions']));
  const cleared = { clearedAt: now, scope: 'tables_and_log' };
  expect([await readStorage('ann'), await readStorage('ben')]).toEqual([cleared, cleared]);
  expect(await findJobs()).toEqual([]);
});

it.each(['cleo', 'registration-7'])(
  'waits until the row of %s is erased, which a rewrite would copy',
  async (id) => {
    const deps = createDeps();
    await expect(clearErased(deps, id)).rejects.toThrow(NotProjectedYet);
    expect(deps.runs).toEqual([]);
    await database.pool.query(
      'UPDATE users SET erased_at = now(); UPDATE registrations SET erased_at = now()',
    );
    await clearErased(deps, id);
    expect(await readStorage(id)).toMatchObject({ scope: 'tables_and_log' });
  },
);

it('does nothing for a person who is not erased or never existed', async () => {
  const deps = createDeps();
  await clearErased(deps, 'dora');
  await clearErased(deps, 'nobody');
  expect(deps.runs).toEqual([]);
});

it('records what it was not permitted to clear', async () => {
  await clearErased(createDeps('nothing'), 'ann');
  expect(await readStorage('ann')).toEqual({ clearedAt: now, scope: 'nothing' });
});
