import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#embedded/postgres/start-postgres.ts';
import { clearStorage } from '#infra/postgres/clear-storage.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { migrateDatabase } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';

const passwords = { password: 'of-the-product', migration_password: 'of-migrations' };

let directory: string;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let product: pg.Pool;

const addressOf = (user: string, password: string) => {
  const url = new URL(postgres.url);
  return Object.assign(url, { username: user, password, pathname: '/studio' }).href;
};

/** Runs the script's SQL as psql does: each part in the database that `\\connect` names. */
async function runScript(): Promise<void> {
  const script = await readFile(join(import.meta.dirname, 'create-role.sh'), 'utf8');
  const sql = (/<<'SQL'\n([\s\S]*)\nSQL\n/.exec(script)?.[1] ?? '').replaceAll(
    /:'(\w+)'/g,
    (_, name: string) => pg.escapeLiteral(Object.entries(passwords).find(([key]) => key === name)?.[1] ?? ''),
  );
  const [first = '', second = ''] = sql.split('\\connect studio\n');
  for (const [database, text] of [
    ['postgres', first],
    ['studio', second],
  ] as const) {
    const client = new pg.Client(Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href);
    await client.connect();
    // One by one, since a database cannot be created in a transaction.
    const statements = text.replaceAll(/^--.*$/gm, '').split(';');
    for (const statement of statements) if (statement.trim() !== '') await client.query(statement);
    await client.end();
  }
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'roles-'));
  postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), durable: false });
  await runScript();
  await migrateDatabase(addressOf('migrations', passwords.migration_password), allMigrations);
  product = createPool(addressOf('studio', passwords.password), { onIdleError: () => {} });
});
afterAll(async () => {
  await product?.end();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true });
});

it('lets the product use every lasting table and sequence, and build read models', async () => {
  const { rows } = await product.query<{ name: string; rights: boolean }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name,
       has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT') AND
       has_table_privilege(format('%I.%I', schemaname, tablename), 'INSERT') AND
       has_table_privilege(format('%I.%I', schemaname, tablename), 'UPDATE') AND
       has_table_privilege(format('%I.%I', schemaname, tablename), 'DELETE') AS rights
     FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter(({ rights }) => !rights)).toEqual([]);
  await product.query(`SELECT nextval('membership_id_seq')`);
  await product.query(
    'CREATE SCHEMA built; CREATE TABLE built.model (id int); ALTER TABLE built.model SET SCHEMA public',
  );
  await product.query('DROP TABLE public.model; DROP SCHEMA built');
  expect(await migrateDatabase(addressOf('studio', passwords.password), allMigrations)).toEqual([]);
});

it('lets the product clear the disk after an erasure', async () => {
  expect(await clearStorage(addressOf('studio', passwords.password), ['member_keys'])).toBe('tables_and_log');
});

it.each([
  'DROP TABLE member_keys',
  'ALTER TABLE member_keys ADD COLUMN more text',
  'ALTER TABLE sessions DISABLE TRIGGER ALL',
  'TRUNCATE migrations',
  'CREATE ROLE another',
  'CREATE DATABASE another',
  "COPY member_keys TO PROGRAM 'cat'",
  "SELECT pg_read_file('/etc/passwd')",
  'SET ROLE migrations',
])('refuses the product %s', async (statement) => {
  await expect(product.query(statement)).rejects.toMatchObject({ code: '42501' });
});

it('makes no table as the product when a migration is missing, and names the command to run', async () => {
  const next = { id: '9999-of-a-later-release', sql: 'CREATE TABLE later (id int)' };
  await expect(
    migrateDatabase(addressOf('studio', passwords.password), [...allMigrations, next]),
  ).rejects.toThrow(
    'Migration 9999-of-a-later-release is not applied, and this role may not: run "npm run migrate" as migrations first',
  );
  expect((await product.query(`SELECT to_regclass('later') AS later`)).rows).toEqual([{ later: null }]);
});
