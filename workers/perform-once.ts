import type { Pool } from 'pg';
import {
  isEffectRecorded,
  type PerformedEffect,
  recordEffect,
} from '#infra/postgres/tables/performed-effects.ts';

/**
 * Performs a side effect unless the ledger of performed effects holds its key, then records it.
 * An effect that is an email resolves to its id at the mail provider, another one to null.
 * A crash before the record repeats the effect, so the effect itself must carry the idempotency key.
 */
export async function performOnce(
  pool: Pool,
  performed: PerformedEffect,
  effect: (idempotencyKey: string) => Promise<string | null>,
): Promise<void> {
  const { key } = performed;
  if (await isEffectRecorded(pool, key)) return;
  await recordEffect(pool, performed, await effect(key));
}
