import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import { readKeyTombstones } from '#infra/crypto/key-tombstones.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { readRetainedRecords } from '#projections/read-models/members/retention-queries.ts';
import { readRegistrationsErasedWith } from '#projections/read-models/registrations/queries.ts';
import { buildCertificateContent, type IssuedContent } from '../erasure/certificate.ts';
import { readErasure, readRegistrationErasure } from '../erasure/read-erasure.ts';

export interface CertifySource {
  readonly pool: Pool;
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly studio: string;
}

/**
 * Builds the content of a member's erasure certificate from the log and the table of keys. Null while the erasure is incomplete;
 * undefined if the member was not erased. @throws EventStoreUnavailable
 */
export async function certifyErasure(
  { pool, eventStore, studio }: CertifySource,
  memberId: string,
  now: Date,
): Promise<IssuedContent | null | undefined> {
  const erasure = await readErasure(eventStore, memberId);
  if (erasure === null) return undefined;
  const registrationIds = await readRegistrationsErasedWith(pool, memberId);
  const read = await Promise.all(registrationIds.map((id) => readRegistrationErasure(eventStore, id)));
  const registrations = read.filter((registration) => registration !== null);
  const keys = await readKeyTombstones(pool, [memberId, ...registrations.map(({ owner }) => owner)]);
  return buildCertificateContent(
    {
      studio,
      erasure,
      key: keys.get(memberId),
      registrations: registrations.map((registration) => ({
        ...registration,
        key: keys.get(registration.owner),
      })),
      kept: (await readRetainedRecords(pool, memberId)) ?? null,
    },
    now,
  );
}
