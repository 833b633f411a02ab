import type pg from 'pg';
import type { Config } from '../infra/config/config.ts';
import { createMemberKeys } from '../infra/crypto/member-keys.ts';
import { createSealer } from '../infra/crypto/sealer.ts';
import { createEventStore } from '../infra/event-store/create-event-store.ts';
import type { EventStore } from '../infra/event-store/types.ts';
import type { Logger } from '../infra/logging/logger.ts';
import { createPool, tellLost } from '../infra/postgres/create-pool.ts';
import { migrateDatabase } from '../infra/postgres/migrate.ts';
import { allMigrations } from '../infra/postgres/migrations/all.ts';
import { eventRegistry, type StudioEvent } from '../services/domain/registry.ts';

export interface ProjectionBackends {
  readonly pool: pg.Pool;
  readonly store: EventStore<StudioEvent>;
  close(): Promise<void>;
}

/** Opens what a process that only projects needs: a migrated database, and the events with their personal data. */
export async function connectProjections(options: {
  config: Config;
  databaseUrl: string;
  eventStoreUrl: string;
  logger: Logger;
}): Promise<ProjectionBackends> {
  const { config, databaseUrl, eventStoreUrl, logger } = options;
  await migrateDatabase(databaseUrl, allMigrations);
  const pool = createPool(databaseUrl, {
    max: 4,
    applicationName: 'tideline projections pool',
    onIdleError: tellLost(logger),
  });
  const sealer = createSealer(createMemberKeys({ pool, masterKey: config.masterKey }));
  const store = createEventStore<StudioEvent>({
    connectionString: eventStoreUrl,
    registry: eventRegistry,
    sealer,
    logger,
  });
  return {
    pool,
    store,
    async close() {
      await store.close();
      await pool.end();
    },
  };
}
