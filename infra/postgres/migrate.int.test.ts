import { afterEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { createPool } from './create-pool.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations/all.ts';

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase({ empty: true });
  databases.push(database);
  return database;
}

const one = { id: '1', sql: 'CREATE TABLE one (n int)' };
const two = { id: '2', sql: 'ALTER TABLE one ADD COLUMN m int' };

describe('migrations', () => {
  it('are applied in order, once', async () => {
    const { pool } = await emptyDatabase();
    expect(await migrate(pool, [one])).toEqual(['1']);
    expect(await migrate(pool, [one, two])).toEqual(['2']);
    expect(await migrate(pool, [one, two])).toEqual([]);
    await pool.query('SELECT n, m FROM one');
  });

  it('are applied once when several processes start concurrently', async () => {
    const { pool, url } = await emptyDatabase();
    const pools = [pool, createPool(url), createPool(url)];
    const applied = await Promise.all(pools.map((each) => migrate(each, allMigrations)));
    expect(applied.flat().sort()).toEqual(allMigrations.map((migration) => migration.id).sort());
    await Promise.all(pools.map((each) => each.end()));
  });

  it('are rejected when an applied one was edited', async () => {
    const { pool } = await emptyDatabase();
    await migrate(pool, [one]);
    await expect(migrate(pool, [{ ...one, sql: 'CREATE TABLE other (n int)' }])).rejects.toThrow(
      /Migration 1/,
    );
  });

  it('roll back one that fails', async () => {
    const { pool } = await emptyDatabase();
    const bad = { id: '2', sql: 'CREATE TABLE half (n int); SELECT nonsense' };
    await expect(migrate(pool, [one, bad])).rejects.toThrow(/nonsense/);
    const { rows } = await pool.query(`SELECT to_regclass('half') AS half, to_regclass('one') AS one`);
    expect(rows).toEqual([{ half: null, one: 'one' }]);
    expect(await migrate(pool, [one, two])).toEqual(['2']);
  });
});
