import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { lastSignIn } from '#infra/postgres/tables/member-activity.ts';
import type { UserRow } from '#projections/read-models/members/queries.ts';
import { registrationsOfEmail } from '#projections/read-models/registrations/queries.ts';
import { staffNames } from '#projections/read-models/staff/queries.ts';
import { readMemberTimeline } from '#services/audit/history/member-timeline.ts';
import { openAddresses } from '#services/commands/email-change/addresses.ts';
import type { ExportAnswer } from '#services/contract/member-export.ts';

interface Source {
  readonly pool: Pool;
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly memberKeys: Pick<MemberKeys, 'find'>;
}

type Life = Pick<
  ExportAnswer,
  | 'changes'
  | 'lastSignedInAt'
  | 'addressChanges'
  | 'emails'
  | 'readings'
  | 'registrations'
  | 'toldOfDeletionAt'
> & { readonly consents: ExportAnswer['consents']['history'] };

async function emailsTo(pool: Pool, memberId: string): Promise<ExportAnswer['emails']> {
  const { rows } = await pool.query<{ kind: string; sentAt: Date }>(
    `SELECT kind, performed_at AS "sentAt" FROM performed_effects
     WHERE member_id = $1 OR key IN ('welcome/' || $1, 'account-deleted/' || $1) ORDER BY performed_at, key`,
    [memberId],
  );
  return rows.map(({ kind, sentAt }) => ({ kind, sentAt: sentAt.toISOString() }));
}

async function addressChangesOf(
  { pool, memberKeys }: Source,
  memberId: string,
): Promise<ExportAnswer['addressChanges']> {
  const { rows } = await pool.query<{ sealed: string; requestedAt: Date; confirmedAt: Date | null }>(
    `SELECT sealed, requested_at AS "requestedAt", confirmed_at AS "confirmedAt" FROM email_changes
     WHERE member_id = $1 ORDER BY requested_at`,
    [memberId],
  );
  return Promise.all(
    rows.map(async ({ sealed, requestedAt, confirmedAt }) => ({
      requestedAt: requestedAt.toISOString(),
      to: (await openAddresses(memberKeys, memberId, sealed))?.to ?? '',
      confirmedAt: confirmedAt?.toISOString() ?? null,
    })),
  );
}

async function toldOfDeletion(pool: Pool, memberId: string): Promise<string | null> {
  const { rows } = await pool.query<{ toldAt: Date }>(
    'SELECT told_at AS "toldAt" FROM retention_notices WHERE member_id = $1',
    [memberId],
  );
  return rows[0]?.toldAt.toISOString() ?? null;
}

/** What is held of a member beside what the screens show: their history, what was sent to them, and who looked. */
export async function describeMemberTimeline(
  source: Source,
  { id: memberId, email }: UserRow,
): Promise<Life> {
  const { pool, eventStore } = source;
  const [life, emails, addressChanges, signedInAt, registrations, toldOfDeletionAt] = await Promise.all([
    readMemberTimeline(eventStore, memberId),
    emailsTo(pool, memberId),
    addressChangesOf(source, memberId),
    lastSignIn(pool, memberId),
    email === null ? [] : registrationsOfEmail(pool, email),
    toldOfDeletion(pool, memberId),
  ]);
  const names = await staffNames(
    pool,
    life.readings.map(({ reader }) => reader),
  );
  return {
    changes: life.changes,
    consents: life.consents,
    readings: life.readings.map(({ reader, ...reading }) => ({
      ...reading,
      by: names.get(reader) ?? reader,
    })),
    emails,
    addressChanges,
    lastSignedInAt: signedInAt?.toISOString() ?? null,
    registrations,
    toldOfDeletionAt,
  };
}
