import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { readLastSignIn } from '#infra/postgres/tables/member-activity.ts';
import {
  readEmailChanges,
  readRetentionNotice,
  readSentEmails,
} from '#infra/postgres/tables/member-records.ts';
import { type OpenedComplaint, readComplaintsOfEmail } from '#projections/read-models/complaints/queries.ts';
import type { UserRow } from '#projections/read-models/members/queries.ts';
import { readRegistrationsOfEmail } from '#projections/read-models/registrations/queries.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import { readMemberTimeline } from '#services/audit/history/member-timeline.ts';
import { openAddresses } from '#services/commands/email-change/addresses.ts';
import type { ExportAnswer } from '#services/contract/member-export.ts';
import { describeActorForStaff } from '../presenters/describe-actor.ts';
import { getStaffIds } from '../presenters/describe-audit.ts';

export interface ExportSource {
  readonly pool: Pool;
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly memberKeys: Pick<MemberKeys, 'find'>;
}

type MemberRecords = Pick<
  ExportAnswer,
  | 'changes'
  | 'lastSignedInAt'
  | 'addressChanges'
  | 'emails'
  | 'readings'
  | 'notes'
  | 'registrations'
  | 'complaints'
  | 'toldOfDeletionAt'
> & { readonly consents: ExportAnswer['consents']['history'] };

async function readAddressChanges(
  { pool, memberKeys }: ExportSource,
  memberId: string,
): Promise<ExportAnswer['addressChanges']> {
  const changes = await readEmailChanges(pool, memberId);
  return Promise.all(
    changes.map(async ({ sealed, requestedAt, confirmedAt }) => ({
      requestedAt: requestedAt.toISOString(),
      to: (await openAddresses(memberKeys, memberId, sealed))?.to ?? '',
      confirmedAt: confirmedAt?.toISOString() ?? null,
    })),
  );
}

const describeOwnComplaint = ({
  receivedAt,
  complaint,
  answers,
}: OpenedComplaint): ExportAnswer['complaints'][number] => ({
  receivedAt: receivedAt.toISOString(),
  name: complaint?.name ?? '',
  text: complaint?.text ?? '',
  answers: answers.map(({ answeredAt, text }) => ({ at: answeredAt.toISOString(), text: text ?? '' })),
});

/** The part of a member's export that no screen shows: the events of their stream, the emails sent and who read their data. */
export async function readMemberRecords(
  source: ExportSource,
  { id: memberId, email }: UserRow,
): Promise<MemberRecords> {
  const { pool, eventStore } = source;
  const [timeline, emails, addressChanges, signedInAt, registrations, complaints, notifiedAt] =
    await Promise.all([
      readMemberTimeline(eventStore, memberId),
      readSentEmails(pool, memberId),
      readAddressChanges(source, memberId),
      readLastSignIn(pool, memberId),
      email === null ? [] : readRegistrationsOfEmail(source, email),
      email === null ? [] : readComplaintsOfEmail(source, email),
      readRetentionNotice(pool, memberId),
    ]);
  const { changes, consents, readings, notes } = timeline;
  const names = await readStaffNames(pool, [...readings.map(({ reader }) => reader), ...getStaffIds(notes)]);
  return {
    changes,
    consents,
    readings: readings.map(({ reader, ...reading }) => ({ ...reading, by: names.get(reader) ?? reader })),
    notes: notes.map(({ at, text, actor }) => ({ at, text, by: describeActorForStaff(actor, names) })),
    emails: emails.map(({ kind, sentAt }) => ({ kind, sentAt: sentAt.toISOString() })),
    addressChanges,
    lastSignedInAt: signedInAt?.toISOString() ?? null,
    registrations,
    complaints: complaints.map(describeOwnComplaint),
    toldOfDeletionAt: notifiedAt?.toISOString() ?? null,
  };
}
