import type { Pool } from 'pg';
import { type KeyTombstone, readKeyTombstones } from '#infra/crypto/key-tombstones.ts';
import { readPersonalRows } from '#infra/postgres/tables/personal-rows.ts';
import { readPersonalUserRows } from '#projections/read-models/members/retention-queries.ts';
import { readOpenRegistrations } from '#projections/read-models/registrations/queries.ts';
import { type About, type AuditException, Exceptions } from '../verifier/audit-exception.ts';
import type { ErasedOwner } from '../verifier/verifier.ts';

export interface ErasureCheck {
  readonly exceptions: readonly AuditException[];
  readonly exceptionCount: number;
}

const batchSize = 500;

/** The exception about the key of an erased owner; null if it was destroyed as it must be. */
function findKeyProblem(tombstone: KeyTombstone | undefined, { kind, at: erasedAt }: ErasedOwner) {
  if (tombstone === undefined) {
    return { code: 'ERASED_KEY_UNKNOWN', found: 'no row', sentence: 'left no trace of a key' } as const;
  }
  const { destroyedAt, fingerprint } = tombstone;
  if (destroyedAt === null) {
    return { code: 'ERASED_KEY_REMAINS', found: 'the key', sentence: 'still has a key' } as const;
  }
  // Keys without a fingerprint were destroyed by the machine's clock, which may be behind the studio's.
  // A registration's key is destroyed before its event is appended, after a crash in between even long before.
  const mustFollowRequest = kind === 'member' && fingerprint !== null;
  if (mustFollowRequest && destroyedAt.getTime() < Date.parse(erasedAt)) {
    return {
      code: 'ERASURE_CONTRADICTED',
      found: `destroyed ${destroyedAt.toISOString()}`,
      sentence: 'lost the key before anyone asked for it',
    } as const;
  }
  return null;
}

const formatOwner = ({ kind, ownerId }: ErasedOwner) =>
  kind === 'member' ? `Member ${ownerId}` : `The erased ${ownerId}`;
const toAbout = ({ kind, ownerId }: ErasedOwner): About => (kind === 'member' ? { memberId: ownerId } : {});

/**
 * Checks in Postgres that every member who is erased by the log is erased there too. Their key is destroyed, and no table
 * contains their personal data.
 */
export async function checkErasures(
  pool: Pool,
  erased: readonly ErasedOwner[],
  emailHash: ((email: string) => string) | null,
): Promise<ErasureCheck> {
  const exceptions = new Exceptions();
  for (let from = 0; from < erased.length; from += batchSize) {
    const owners = new Map(erased.slice(from, from + batchSize).map((owner) => [owner.ownerId, owner]));
    const ids = [...owners.keys()];
    const tombstones = await readKeyTombstones(pool, ids);
    for (const owner of owners.values()) {
      const problem = findKeyProblem(tombstones.get(owner.ownerId), owner);
      if (problem === null) continue;
      exceptions.add(problem.code, owner.place, toAbout(owner), {
        expected: 'a key that was destroyed after the erasure was asked for',
        found: problem.found,
        sentence: `${formatOwner(owner)} was erased and ${problem.sentence}.`,
      });
    }
    const rows = [...(await readPersonalUserRows(pool, ids)), ...(await readPersonalRows(pool, ids))];
    for (const { memberId, table } of rows) {
      const owner = owners.get(memberId);
      if (owner !== undefined) reportRow(exceptions, owner, table);
    }
  }
  if (emailHash !== null) await checkRegistrations(pool, erased, emailHash, exceptions);
  return { exceptions: exceptions.recorded, exceptionCount: exceptions.total };
}

function reportRow(exceptions: Exceptions, owner: ErasedOwner, table: string): void {
  exceptions.add('ERASED_ROW_REMAINS', owner.place, toAbout(owner), {
    expected: 'nothing',
    found: `a row of ${table}`,
    sentence: `${formatOwner(owner)} was erased, and ${table} still has something of theirs.`,
  });
}

/** Reports registrations from before an erasure with the released email address, of which the log has only the keyed hash. */
async function checkRegistrations(
  pool: Pool,
  erased: readonly ErasedOwner[],
  emailHash: (email: string) => string,
  exceptions: Exceptions,
): Promise<void> {
  const byHash = new Map<string, ErasedOwner[]>();
  for (const owner of erased) {
    if (owner.freedEmail === null) continue;
    byHash.set(owner.freedEmail, [...(byHash.get(owner.freedEmail) ?? []), owner]);
  }
  if (byHash.size === 0) return;
  for (const { email, createdAt } of await readOpenRegistrations(pool)) {
    for (const owner of byHash.get(emailHash(email)) ?? []) {
      if (createdAt.getTime() <= Date.parse(owner.at)) reportRow(exceptions, owner, 'registrations');
    }
  }
}
