import type { Pool } from 'pg';
import { type KeyTombstone, readKeyTombstones } from '#infra/crypto/key-tombstones.ts';
import { personalRowsLeft } from '#infra/postgres/tables/personal-rows.ts';
import { personalRowsOfUsers } from '#projections/read-models/members/retention-queries.ts';
import { openRegistrations } from '#projections/read-models/registrations/queries.ts';
import { type About, type AuditException, Exceptions } from '../verifier/audit-exception.ts';
import type { ErasedOwner } from '../verifier/verifier.ts';

export interface ErasureCheck {
  readonly exceptions: readonly AuditException[];
  readonly exceptionCount: number;
}

const ROUND = 500;

/** What is wrong with the key of who was erased, in the words of an exception; null when it is gone as it should be. */
function judgeKey(tombstone: KeyTombstone | undefined, { kind, at: erasedAt }: ErasedOwner) {
  if (tombstone === undefined) {
    return { code: 'ERASED_KEY_UNKNOWN', found: 'no row', sentence: 'left no trace of a key' } as const;
  }
  const { destroyedAt, fingerprint } = tombstone;
  if (destroyedAt === null) {
    return { code: 'ERASED_KEY_REMAINS', found: 'the key', sentence: 'still has a key' } as const;
  }
  // Keys without a fingerprint were destroyed by the machine's clock, which may be behind the studio's.
  // A registration's key goes before the event that says so: after a crash between them, some time before.
  const wasAskedFirst = kind === 'member' && fingerprint !== null;
  if (wasAskedFirst && destroyedAt.getTime() < Date.parse(erasedAt)) {
    return {
      code: 'ERASURE_CONTRADICTED',
      found: `destroyed ${destroyedAt.toISOString()}`,
      sentence: 'lost the key before anyone asked for it',
    } as const;
  }
  return null;
}

const nameOf = ({ kind, ownerId }: ErasedOwner) =>
  kind === 'member' ? `Member ${ownerId}` : `The erased ${ownerId}`;
const aboutOf = ({ kind, ownerId }: ErasedOwner): About => (kind === 'member' ? { memberId: ownerId } : {});

/**
 * Looks whether everyone whom the log says to be erased is: their key destroyed, and nothing of theirs in any table, in
 * Postgres itself, since a log can't know.
 */
export async function checkErasures(
  pool: Pool,
  erased: readonly ErasedOwner[],
  emailHash: ((email: string) => string) | null,
): Promise<ErasureCheck> {
  const exceptions = new Exceptions();
  for (let from = 0; from < erased.length; from += ROUND) {
    const owners = new Map(erased.slice(from, from + ROUND).map((owner) => [owner.ownerId, owner]));
    const ids = [...owners.keys()];
    const tombstones = await readKeyTombstones(pool, ids);
    for (const owner of owners.values()) {
      const wrong = judgeKey(tombstones.get(owner.ownerId), owner);
      if (wrong === null) continue;
      exceptions.add(wrong.code, owner.place, aboutOf(owner), {
        expected: 'a key that was destroyed after the erasure was asked for',
        found: wrong.found,
        sentence: `${nameOf(owner)} was erased and ${wrong.sentence}.`,
      });
    }
    const rows = [...(await personalRowsOfUsers(pool, ids)), ...(await personalRowsLeft(pool, ids))];
    for (const { memberId, table } of rows) {
      const owner = owners.get(memberId);
      if (owner !== undefined) tellRow(exceptions, owner, table);
    }
  }
  if (emailHash !== null) await checkRegistrations(pool, erased, emailHash, exceptions);
  return { exceptions: exceptions.kept, exceptionCount: exceptions.total };
}

function tellRow(exceptions: Exceptions, owner: ErasedOwner, table: string): void {
  exceptions.add('ERASED_ROW_REMAINS', owner.place, aboutOf(owner), {
    expected: 'nothing',
    found: `a row of ${table}`,
    sentence: `${nameOf(owner)} was erased, and ${table} still has something of theirs.`,
  });
}

/** A registration from before the erasure with the address that it freed, which only its keyed hash is known of. */
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
  for (const { email, createdAt } of await openRegistrations(pool)) {
    for (const owner of byHash.get(emailHash(email)) ?? []) {
      if (createdAt.getTime() <= Date.parse(owner.at)) tellRow(exceptions, owner, 'registrations');
    }
  }
}
