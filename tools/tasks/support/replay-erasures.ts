import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { startEventStoreNode } from '#embedded/event-store-node/start-node.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import type { Config } from '#infra/config/config.ts';
import type { ErasureEntry } from '#infra/crypto/erasure-register.ts';
import { readAllKeys } from '#infra/crypto/key-tombstones.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { migrateDatabase } from '#infra/postgres/migrate.ts';
import { allMigrations } from '#infra/postgres/migrations/all.ts';
import { revokeCalendar } from '#infra/postgres/tables/calendar-feeds.ts';
import { connectRuntime } from '#infra/runtime/connect.ts';
import { type RepeatErasureOutcome, repeatErasure } from '#services/commands/erasure/repeat-erasure.ts';
import type { RestoredServers } from '#tools/backup/restore-backup.ts';

/**
 * Repeats erasures in a restored installation that is not in use yet. These are of every member on the register, and
 * of those whose key was destroyed during the backup and whose event it lacks. Returns an outcome for each.
 */
export async function replayErasures(
  config: Config,
  { databaseUrl, eventStoreDatabaseUrl }: RestoredServers,
  register: readonly ErasureEntry[],
): Promise<RepeatErasureOutcome[]> {
  await migrateDatabase(databaseUrl, allMigrations);
  const node = await startEventStoreNode({ databaseUrl: eventStoreDatabaseUrl, port: 0 });
  const runtime = await connectRuntime<StudioEvent>({
    config,
    logger: createLogger({ level: 'error', component: 'restore' }),
    clock: systemClock,
    backends: { databaseUrl, eventStoreUrl: node.connectionString, sandboxUrl: null },
    registry: eventRegistry,
  });
  try {
    const keys = await readAllKeys(runtime.pool);
    const erasures = new Map<string, Date>();
    for (const [personId, { destroyedAt }] of keys)
      if (destroyedAt !== null) erasures.set(personId, destroyedAt);
    for (const { personId, erasedAt, keyFingerprint } of register) {
      const key = keys.get(personId)?.fingerprint ?? null;
      // Another member has the id now, with another key.
      const isAnother = key !== null && keyFingerprint !== null && key !== keyFingerprint;
      if (!isAnother) erasures.set(personId, new Date(erasedAt));
    }
    const outcomes: RepeatErasureOutcome[] = [];
    for (const [personId, at] of erasures) {
      outcomes.push(
        await repeatErasure(runtime, personId, {
          now: at,
          commandId: `restore/erase/${personId}`,
          actor: { kind: 'system', name: 'restore' },
        }),
      );
      await revokeCalendar(runtime.pool, personId);
    }
    return outcomes;
  } finally {
    await runtime.close();
    await node.stop();
  }
}
