import { createLogger } from '#infra/logging/logger.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import type { StudioRecord } from '../definition/projection.ts';
import { studioProjections } from '../registry.ts';
import { readCheckpoints } from '../runner/checkpoints.ts';
import { startProjections } from '../runner/start-projections.ts';
import { FakeEventStore } from './fake-event-store.ts';

interface ProjectedStudio extends Omit<TestDatabase, 'url'> {
  /** Adds events, and resolves when all read models have projected them. */
  project(events: readonly StudioRecord[]): Promise<void>;
}

/** Creates a database in which all read models have projected these events; `drop` stops the projections and removes it. */
export async function startProjectedStudio(events: readonly StudioRecord[]): Promise<ProjectedStudio> {
  const database = await freshDatabase();
  const store = new FakeEventStore();
  const log = createLogger({ level: 'silent', component: 'test' });
  const running = startProjections({
    databaseUrl: database.url,
    store,
    projections: studioProjections,
    log,
  });
  const project = async (added: readonly StudioRecord[]) => {
    store.add(...added);
    await waitFor(async () => {
      const checkpoints = await readCheckpoints(database.pool);
      return studioProjections.every(({ name }) => checkpoints.get(name)?.position === store.end);
    });
  };
  await project(events);
  return {
    pool: database.pool,
    project,
    async drop() {
      await running.stop();
      await database.drop();
    },
  };
}
