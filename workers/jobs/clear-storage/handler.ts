import { markStorageCleared, readKeyTombstones } from '#infra/crypto/key-tombstones.ts';
import { PERSONAL_TABLES } from '#infra/postgres/tables/personal-rows.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import {
  PERSONAL_READ_MODELS,
  readErasuresToClear,
} from '#projections/read-models/members/retention-queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { clearStorage } from './definition.ts';

const TABLES = [...PERSONAL_TABLES, ...PERSONAL_READ_MODELS];

/** Clears the disk for a person whose key was destroyed, and for every other one. Does nothing if an earlier run did it. */
export async function clearErased(
  deps: Pick<JobDependencies, 'clearStorage' | 'clock' | 'logger' | 'pool'>,
  personId: string,
): Promise<void> {
  const { pool, clock, logger } = deps;
  const due = await readErasuresToClear(pool);
  if (!due.includes(personId)) {
    const tombstone = (await readKeyTombstones(pool, [personId])).get(personId);
    if (tombstone?.destroyedAt && tombstone.storage === null) {
      throw new NotProjectedYet(`The erasure of ${personId}`);
    }
    return;
  }
  const scope = await deps.clearStorage(TABLES);
  if (scope !== 'tables_and_log') {
    logger.warn(
      { scope },
      'Erased data may remain in files of Postgres; see operations.md, Erasure on the disk',
    );
  }
  await markStorageCleared(pool, due, { clearedAt: clock.now(), scope });
}

export const clearStorageHandler = defineJobHandler(clearStorage, (deps, { personId }) =>
  clearErased(deps, personId),
);
