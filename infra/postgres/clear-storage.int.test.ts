import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { clearStorage } from './clear-storage.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase({ empty: true });
  await database.pool.query('CREATE TABLE people (id int PRIMARY KEY, name text); CREATE SCHEMA copy');
  await database.pool.query(
    'CREATE TABLE copy.people (LIKE people INCLUDING ALL); CREATE TABLE others (id int)',
  );
});
afterAll(() => database?.drop());

/** The bytes of a table's file that its rows and free space take. */
async function readPages(table: string): Promise<string> {
  await database.pool.query('CHECKPOINT');
  const { rows } = await database.pool.query<{ content: Buffer }>(
    'SELECT pg_read_binary_file(pg_relation_filepath($1::regclass)) AS content',
    [table],
  );
  return rows[0]?.content.toString('latin1') ?? '';
}

const fillTables = () =>
  database.pool.query(
    `TRUNCATE people, copy.people; INSERT INTO people VALUES (1, 'Ada Lovelace'), (2, 'Ben Stays');
     INSERT INTO copy.people SELECT * FROM people;
     UPDATE people SET name = NULL WHERE id = 1; DELETE FROM copy.people WHERE id = 1`,
  );

describe('clearing the storage', () => {
  it('removes deleted rows from tables of the name in every schema, and the log, and nothing else', async () => {
    await fillTables();
    for (const table of ['people', 'copy.people']) expect(await readPages(table)).toContain('Ada Lovelace');
    const logBefore = await database.pool.query('SELECT pg_walfile_name(pg_current_wal_lsn()) AS name');
    expect(await clearStorage(database.url, ['people'])).toBe('tables_and_log');
    for (const table of ['people', 'copy.people']) {
      expect(await readPages(table)).not.toContain('Ada');
      expect(await readPages(table)).toContain('Ben Stays');
    }
    const segments = await database.pool.query<{ name: string }>('SELECT name FROM pg_ls_waldir()');
    expect(segments.rows.map(({ name }) => name)).not.toContain(logBefore.rows[0]?.name);
    expect(await clearStorage(database.url, ['people'])).toBe('tables_and_log');
  });

  it('waits for a snapshot that still sees the deleted rows, which a rewrite would copy', async () => {
    await database.pool.query(`TRUNCATE people; INSERT INTO people VALUES (1, 'Ada Lovelace')`);
    const reader = await database.pool.connect();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM people');
    await database.pool.query('DELETE FROM people');
    let isCleared = false;
    const clearing = clearStorage(database.url, ['people']).finally(() => {
      isCleared = true;
    });
    await delay(500);
    expect(isCleared).toBe(false);
    await reader.query('COMMIT');
    reader.release();
    expect(await clearing).toBe('tables_and_log');
    expect(await readPages('people')).not.toContain('Ada');
  });

  it('leaves nothing when snapshots that begin meanwhile see as far back as a transaction of another database', async () => {
    const other = await freshDatabase({ empty: true });
    onTestFinished(() => other.drop());
    for (let round = 0; round < 6; round += 1) {
      const long = await other.pool.connect();
      await long.query('BEGIN; SELECT pg_current_xact_id()');
      await database.pool.query(
        `TRUNCATE people; INSERT INTO people VALUES (1, 'Ada Lovelace'); DELETE FROM people`,
      );
      let isOver = false;
      const readers = [1, 2].map(async () => {
        while (!isOver) await database.pool.query('SELECT pg_sleep(0.02), count(*) FROM people');
      });
      const clearing = clearStorage(database.url, ['people']);
      // Long enough for the wait to find a moment without a reader.
      await delay(1_500);
      await long.query('COMMIT');
      long.release();
      expect(await clearing).toBe('tables_and_log');
      isOver = true;
      await Promise.all(readers);
      expect(await readPages('people')).not.toContain('Ada');
    }
  });

  it('waits for readers of a table without holding up those who come after', async () => {
    await fillTables();
    const reader = await database.pool.connect();
    await reader.query('BEGIN; SELECT 1 FROM people');
    const clearing = clearStorage(database.url, ['people']);
    const startedAt = performance.now();
    await database.pool.query('SELECT 1 FROM people');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await reader.query('COMMIT');
    reader.release();
    await clearing;
    expect(await readPages('people')).not.toContain('Ada');
  });

  it('reports that a role without the rights clears nothing, and one that owns the tables no log', async () => {
    await fillTables();
    const role = `role_${randomUUID().replaceAll('-', '')}`;
    await database.pool.query(
      `CREATE ROLE ${role} LOGIN PASSWORD 'secret'; GRANT SELECT ON people TO ${role}`,
    );
    const url = new URL(database.url);
    url.username = role;
    url.password = 'secret';
    try {
      expect(await clearStorage(url.href, ['people'])).toBe('nothing');
      expect(await readPages('people')).toContain('Ada');
      const name = new URL(database.url).pathname.slice(1);
      await database.pool.query(
        `ALTER DATABASE ${name} OWNER TO ${role}; GRANT USAGE ON SCHEMA copy TO ${role}`,
      );
      expect(await clearStorage(url.href, ['people'])).toBe('tables');
      expect(await readPages('people')).not.toContain('Ada');

      // It waits for the snapshot of another role too, such as that of a backup.
      await fillTables();
      const backup = await database.pool.connect();
      await database.pool.query(`INSERT INTO people VALUES (3, 'Cleo Deleted')`);
      await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM others');
      await database.pool.query('DELETE FROM people WHERE id = 3');
      let isCleared = false;
      const clearing = clearStorage(url.href, ['people']).finally(() => {
        isCleared = true;
      });
      await delay(500);
      expect(isCleared).toBe(false);
      await backup.query('COMMIT');
      backup.release();
      expect(await clearing).toBe('tables');
      expect(await readPages('people')).not.toContain('Cleo');
    } finally {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query(`REASSIGN OWNED BY ${role} TO postgres; DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await client.end();
    }
  });
});
