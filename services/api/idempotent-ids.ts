import type { Pool } from 'pg';
import { createIdSequence } from '#infra/postgres/tables/id-sequence.ts';
import { createKeyedIds } from '#infra/postgres/tables/keyed-ids.ts';

/** The number of what one wish makes. */
export interface IdempotentIds {
  /** The same for the same `requestKey`, however often and by whichever process it is asked; a new one without. */
  of(requestKey: string | undefined): Promise<number>;
}

/** Numbers of a Postgres sequence for what is made by a request that may be sent again: what it makes is made once. */
export function createIdempotentIds(
  pool: Pool,
  { kind, sequence }: { kind: string; sequence: string },
): IdempotentIds {
  const ids = createIdSequence(pool, sequence, { block: 1 });
  const keyed = createKeyedIds(pool, { kind: `requested-${kind}`, sequence });
  return { of: (requestKey) => (requestKey === undefined ? ids.next() : keyed.of(requestKey)) };
}
