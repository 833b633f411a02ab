import type pg from 'pg';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import type { Config } from '#infra/config/config.ts';
import { type AuditSigner, createAuditSigner } from '#infra/crypto/audit-signature.ts';
import { createEmailHash } from '#infra/crypto/keyed-hash.ts';
import { createMemberKeys } from '#infra/crypto/member-keys.ts';
import { openRootKey } from '#infra/crypto/root-key.ts';
import { createSealer } from '#infra/crypto/sealer.ts';
import { createEventStore } from '#infra/event-store/create-event-store.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { Logger } from '#infra/logging/logger.ts';
import { createPool, logLostConnection } from '#infra/postgres/create-pool.ts';
import { endPoolOnError } from '#infra/postgres/end-pool-on-error.ts';
import { migrateDatabase } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';

export interface ProjectionBackends {
  readonly pool: pg.Pool;
  readonly store: EventStore<StudioEvent>;
  /** Hashes a member's address as the log stores it. */
  readonly emailHash: (email: string) => string;
  readonly signer: AuditSigner;
  close(): Promise<void>;
}

/** Opens the connections of a process that only projects: a migrated database, and the event store with decrypted personal data. @throws WrongMasterKey */
export async function connectProjections(options: {
  config: Config;
  databaseUrl: string;
  eventStoreUrl: string;
  logger: Logger;
  /** Opened with the configured master key if omitted. */
  rootKey?: Buffer;
}): Promise<ProjectionBackends> {
  const { config, databaseUrl, eventStoreUrl, logger } = options;
  await migrateDatabase(databaseUrl, allMigrations);
  const pool = createPool(databaseUrl, {
    max: 4,
    applicationName: 'tideline projections pool',
    onIdleError: logLostConnection(logger),
  });
  const rootKey = options.rootKey ?? (await endPoolOnError(pool, openRootKey(pool, config.masterKey)));
  const sealer = createSealer(createMemberKeys({ pool, rootKey }));
  const store = createEventStore<StudioEvent>({
    connectionString: eventStoreUrl,
    registry: eventRegistry,
    sealer,
    logger,
  });
  return {
    pool,
    store,
    emailHash: createEmailHash(rootKey),
    signer: createAuditSigner(rootKey),
    async close() {
      await store.close();
      await pool.end();
    },
  };
}
