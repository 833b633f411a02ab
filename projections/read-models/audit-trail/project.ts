import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { REMOVED_MEMBER } from '#projections/definition/removed-member.ts';
import { dataReadings, unusualEvents } from './tables.ts';
import { findUnusualKind } from './unusual.ts';

function project(event: StudioRecord, write: Writer): void {
  if (event.type === 'MemberRecordsRemoved') {
    const ofMember = { column: 'member_id', is: event.data.memberId } as const;
    write.patchAll(dataReadings, ofMember, { member_id: REMOVED_MEMBER });
    write.patchAll(unusualEvents, ofMember, { member_id: REMOVED_MEMBER });
  }
  const { at } = event.data;
  const logPlace = {
    position: String(event.position),
    at,
    stream: event.stream,
    revision: String(event.revision),
  };
  if (event.type === 'PersonalDataRead') {
    const { memberId, reader, what } = event.data;
    write.put(dataReadings, { ...logPlace, member_id: memberId, reader, what });
  }
  const kind = findUnusualKind(event);
  if (kind === null) return;
  const memberId = 'memberId' in event.data ? event.data.memberId : null;
  write.put(unusualEvents, {
    ...logPlace,
    kind,
    member_id: event.type === 'MemberRecordsRemoved' ? REMOVED_MEMBER : memberId,
  });
}

/** Readings of personal data and unusual events, for the auditor's overview. */
export const auditTrail: Projection = {
  name: 'audit-trail',
  version: 2,
  tables: [dataReadings, unusualEvents],
  project,
};
