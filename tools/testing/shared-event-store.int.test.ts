import { expect, it } from 'vitest';
import { freshEventStore } from './shared-event-store.ts';
import { freshDatabase } from './shared-postgres.ts';

it('creates a new database and event store at each call', async () => {
  const one = await freshDatabase();
  const two = await freshDatabase();
  expect(one.url).not.toBe(two.url);
  await one.pool.query(`INSERT INTO performed_effects (key, kind) VALUES ('k', 'mail')`);
  expect((await two.pool.query('SELECT 1 FROM performed_effects')).rowCount).toBe(0);

  const stores = await Promise.all([freshEventStore(one.url), freshEventStore(two.url)]);
  expect(stores[0].connectionString).toMatch(/^esdb:/);
  expect(stores[0].connectionString).not.toBe(stores[1].connectionString);
  await Promise.all(stores.map((store) => store.stop()));
  await Promise.all([one.drop(), two.drop()]);
});
