import type { Pool } from 'pg';
import { createIdSequence } from '#infra/postgres/tables/id-sequence.ts';
import { createKeyedIds } from '#infra/postgres/tables/keyed-ids.ts';

/** Ids for what requests create. */
export interface IdempotentIds {
  /** The same id for the same idempotency key, in any process and any number of times; a new one without a key. */
  next(requestKey: string | undefined): Promise<number>;
}

/** Ids from a Postgres sequence for what a repeated request must not create twice. */
export function createIdempotentIds(
  pool: Pool,
  { kind, sequence }: { kind: string; sequence: string },
): IdempotentIds {
  const ids = createIdSequence(pool, sequence, { block: 1 });
  const keyed = createKeyedIds(pool, { kind: `requested-${kind}`, sequence });
  return { next: (requestKey) => (requestKey === undefined ? ids.next() : keyed.of(requestKey)) };
}
