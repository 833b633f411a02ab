import { freshEventStore } from './shared-event-store.ts';
import { freshDatabase } from './shared-postgres.ts';
import { startTestStudio, type TestStudio, type TestStudioOptions } from './test-studio.ts';

/** Starts a test studio with a database and an event store of its own, which `stop` removes. */
export async function startOwnStudio(options: TestStudioOptions = {}): Promise<TestStudio> {
  const database = await freshDatabase();
  const storeDatabase = await freshDatabase({ empty: true });
  const store = await freshEventStore(storeDatabase.url);
  const studio = await startTestStudio(
    { databaseUrl: database.url, eventStoreUrl: store.connectionString },
    options,
  );
  return {
    ...studio,
    async stop() {
      await studio.stop();
      await store.stop();
      await storeDatabase.drop();
      await database.drop();
    },
  };
}
