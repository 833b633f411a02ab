import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { findKnownDevice, rememberDevice } from './known-devices.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

const remember = (former: string | null, id: string, epoch = '1') =>
  rememberDevice(database.pool, former, { id, epoch });
const find = (token: string, id: string, epoch = '1') => findKnownDevice(database.pool, token, { id, epoch });

it('knows a browser to the owner who signed in there, in the same credential epoch', async () => {
  const token = await remember(null, 'ann');
  expect(await find(token, 'ann')).not.toBeNull();
  expect(await find(token, 'bea')).toBeNull();
  expect(await find(token, 'ann', '2')).toBeNull();
  expect(await find('guess', 'ann')).toBeNull();
});

it('replaces the secret at each sign-in and keeps what the browser is known as', async () => {
  const first = await remember(null, 'cleo');
  const device = await find(first, 'cleo');
  const second = await remember(first, 'dora');
  expect(await find(first, 'cleo')).toBeNull();
  // The id stays, and with it the count of wrong passwords.
  expect(await find(second, 'cleo')).toBe(device);
  const third = await remember(second, 'cleo', '2');
  expect(await find(third, 'cleo', '2')).toBe(device);
  expect(await find(third, 'dora')).not.toBeNull();
});

it('accepts no secret that was planted in the browser', async () => {
  const planted = 'p'.repeat(43);
  const token = await remember(planted, 'emma');
  expect(await find(planted, 'emma')).toBeNull();
  expect(await find(token, 'emma')).not.toBeNull();
});

it('forgets an expired browser, and the one of the oldest sign-in when an owner has more than ten', async () => {
  const tokens: string[] = [];
  for (let index = 0; index < 11; index += 1) tokens.push(await remember(null, 'fay'));
  const found = await Promise.all(tokens.map((token) => find(token, 'fay')));
  expect(found.map((device) => device !== null)).toEqual([false, ...Array(10).fill(true)]);
  await database.pool.query(`UPDATE known_devices SET expires_at = now() WHERE owner_id = 'fay'`);
  expect(await find(tokens[10] ?? '', 'fay')).toBeNull();
  await remember(null, 'gil');
  expect((await database.pool.query(`SELECT 1 FROM known_devices WHERE owner_id = 'fay'`)).rowCount).toBe(0);
});

it('stores no secret', async () => {
  const token = await remember(null, 'hana');
  const { rows } = await database.pool.query('SELECT to_jsonb(d)::text AS row FROM known_devices d');
  expect(JSON.stringify(rows)).not.toContain(token);
});
