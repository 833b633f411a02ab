import type { LeavingReason } from '#domain/class/events.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { waitlist, waitlistEvents } from './tables.ts';

/** An event in the history of a waiting member. */
export type WaitlistEventKind =
  | 'joined'
  | 'left'
  | 'booked'
  | 'offered'
  | 'lapsed'
  | 'withdrawn'
  | 'asked'
  | 'confirmed'
  | 'skipped'
  | 'announced'
  | 'class_cancelled';

const leaving: Record<LeavingReason, { what: WaitlistEventKind; reason: string | null }> = {
  left: { what: 'left', reason: null },
  overlap: { what: 'left', reason: 'overlap' },
  booked: { what: 'booked', reason: null },
  class_cancelled: { what: 'class_cancelled', reason: null },
};

function project(event: StudioRecord, write: Writer): void {
  const revision = String(event.revision);
  const putEvent = (what: WaitlistEventKind, memberId: string, reason: string | null = null) => {
    const { at } = event.data;
    if (!('classId' in event.data)) return;
    const { classId } = event.data;
    const rulesVersion = 'rulesVersion' in event.data ? (event.data.rulesVersion ?? null) : null;
    write.put(waitlistEvents, {
      class_id: classId,
      revision,
      member_id: memberId,
      at,
      what,
      reason,
      rules_version: rulesVersion,
    });
    write.changed({ kind: 'classes', classId });
    write.changed({ kind: 'member', memberId, what: 'bookings' });
  };
  switch (event.type) {
    case 'WaitlistJoined': {
      const { classId, entryId, memberId, at } = event.data;
      const entry = { id: entryId, user_id: memberId, class_id: classId, position: revision };
      write.put(waitlist, { ...entry, created_at: at });
      putEvent('joined', memberId);
      break;
    }
    case 'WaitlistLeft': {
      const { entryId, memberId, reason, at } = event.data;
      const left = { offered_until: null, asked_joined_for: null, left_at: at, left_reason: reason };
      write.patch(waitlist, { id: entryId }, left);
      putEvent(leaving[reason].what, memberId, leaving[reason].reason);
      break;
    }
    case 'WaitlistSkipped': {
      const { entryId, memberId, reason } = event.data;
      write.patch(waitlist, { id: entryId }, { passed_over_revision: revision });
      putEvent('skipped', memberId, reason);
      break;
    }
    case 'SpotOffered': {
      const { entryId, memberId, until } = event.data;
      write.patch(waitlist, { id: entryId }, { offered_until: until });
      putEvent('offered', memberId);
      break;
    }
    case 'OfferLapsed': {
      const { entryId, memberId } = event.data;
      write.patch(waitlist, { id: entryId }, { offered_until: null, passed_over_revision: revision });
      putEvent('lapsed', memberId);
      break;
    }
    case 'OfferWithdrawn': {
      const { entryId, memberId, because } = event.data;
      write.patch(waitlist, { id: entryId }, { offered_until: null });
      putEvent('withdrawn', memberId, because);
      break;
    }
    case 'WaitlistAsked': {
      const { entryId, memberId, joinedFor } = event.data;
      write.patch(waitlist, { id: entryId }, { asked_joined_for: joinedFor, asked_revision: revision });
      putEvent('asked', memberId);
      break;
    }
    case 'WaitlistConfirmed': {
      const { entryId, memberId, because } = event.data;
      write.patch(waitlist, { id: entryId }, { asked_joined_for: null });
      putEvent('confirmed', memberId, because === 'moved_back' ? because : null);
      break;
    }
    case 'SpotAnnounced':
      for (const memberId of event.data.memberIds) putEvent('announced', memberId);
      break;
    case 'MemberRecordsRemoved':
      write.removeAll(waitlist, { column: 'user_id', is: event.data.memberId });
      write.removeAll(waitlistEvents, { column: 'member_id', is: event.data.memberId });
      break;
    default:
  }
}

export const waitlistProjection: Projection = {
  name: 'waitlist',
  version: 5,
  tables: [waitlist, waitlistEvents],
  project,
};
