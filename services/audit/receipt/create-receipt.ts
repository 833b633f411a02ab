import { classDecider } from '#domain/class/decider.ts';
import type { ClassEvent } from '#domain/class/events.ts';
import type { ClassState } from '#domain/class/state.ts';
import type { AuditSigner } from '#infra/crypto/audit-signature.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import { canonicalJson } from '../bundle/canonical-json.ts';
import { type Rulebook, RuleTracker } from '../history/rule-tracker.ts';
import { isClassEvent, type StudioRecord } from '../studio-record.ts';
import type { Receipt, ReceiptContent, ReceiptMoment } from './receipt.ts';

type WaitlistMoment = Pick<ReceiptMoment, 'what'> & {
  /** The member that it is about. */
  readonly of: string | null;
  readonly reason?: string;
  readonly until?: string;
};

/** Describes an event for a waiting member; null for one that is none of theirs to know. */
function toMoment(event: ClassEvent, before: ClassState): WaitlistMoment | null {
  switch (event.type) {
    case 'SeatBooked': {
      const { memberId, source } = event.data;
      const isReserved = before.reservations.some((reservation) => reservation.memberId === memberId);
      return { what: 'taken', of: memberId, reason: isReserved ? 'reserved' : source };
    }
    case 'SeatReserved':
      return { what: 'kept', of: event.data.memberId, until: event.data.until };
    case 'ReservationLapsed':
      return { what: 'kept_no_more', of: event.data.memberId };
    case 'SeatReleased':
      return { what: 'freed', of: null };
    case 'WaitlistJoined':
      return { what: 'joined', of: event.data.memberId };
    case 'WaitlistLeft':
      return { what: 'left', of: event.data.memberId, reason: event.data.reason };
    case 'WaitlistSkipped':
      return { what: 'skipped', of: event.data.memberId, reason: event.data.reason };
    case 'SpotOffered':
      return { what: 'offered', of: event.data.memberId, until: event.data.until };
    case 'OfferLapsed':
      return { what: 'lapsed', of: event.data.memberId };
    case 'OfferWithdrawn':
      return { what: 'withdrawn', of: event.data.memberId, reason: event.data.because };
    case 'WaitlistAsked':
      return { what: 'asked', of: event.data.memberId };
    case 'WaitlistConfirmed':
      return { what: 'confirmed', of: event.data.memberId, reason: event.data.because };
    case 'SpotAnnounced':
      return { what: 'announced', of: null };
    case 'ClassChanged':
      return before.details?.capacity === event.data.capacity && !event.data.freesCancellation
        ? null
        : { what: 'changed', of: null };
    case 'ClassMarkedFull':
      return { what: 'marked_full', of: null };
    case 'ClassReopened':
      return { what: 'reopened', of: null };
    case 'ClassCancelled':
      return { what: 'class_cancelled', of: null };
    case 'ClassScheduled':
    case 'AttendanceMarked':
    case 'LateCancellationRefilled':
      return null;
  }
}

function findPlace({ waitlist }: ClassState, memberId: string | null): number | null {
  const index = waitlist.findIndex((entry) => entry.memberId === memberId);
  return index === -1 ? null : index + 1;
}

/** The moments from the first time that the member joined, in order; empty for one who never waited. */
function listMoments(
  events: readonly (RecordedEvent<ClassEvent> & StudioRecord)[],
  memberId: string,
  rulebook: Rulebook,
): { moments: ReceiptMoment[]; state: ClassState } {
  const tracker = new RuleTracker(rulebook);
  const moments: ReceiptMoment[] = [];
  let state = classDecider.initial;
  let hasJoined = false;
  for (const event of events) {
    const rule = tracker.find(event);
    const moment = toMoment(event, state);
    const before = state;
    state = classDecider.evolve(state, event);
    hasJoined ||= event.type === 'WaitlistJoined' && event.data.memberId === memberId;
    if (moment === null || !hasJoined) continue;
    const { what, of, reason = null, until = null } = moment;
    moments.push({
      at: event.data.at,
      position: String(event.position),
      what,
      place: findPlace(what === 'joined' ? state : before, of),
      mine: of === memberId,
      reason,
      until,
      rule: rule === null ? null : { version: rule.version, text: rule.text },
      capacity: state.details?.capacity ?? 0,
      booked: state.bookedCount,
      offered: state.offers.length,
      waiting: state.waitlist.length,
      yourPlace: findPlace(state, memberId),
    });
  }
  return { moments, state };
}

/** Signs what happened in a class's waiting list since the member joined; null for one who never waited there. */
export function createReceipt(
  { studio, memberId, issuedAt }: { studio: string; memberId: string; issuedAt: Date },
  { records, rulebook }: { records: readonly StudioRecord[]; rulebook: Rulebook },
  signer: AuditSigner,
): Receipt | null {
  const { moments, state } = listMoments(records.filter(isClassEvent), memberId, rulebook);
  const { classId, details } = state;
  if (moments.length === 0 || classId === null || details === null) return null;
  const { level, date, time } = details;
  const content: ReceiptContent = {
    format: 'tideline-waitlist-receipt',
    version: 1,
    studio,
    classId,
    class: { level, date, time },
    issuedAt: issuedAt.toISOString(),
    moments,
  };
  const { publicKey, fingerprint } = signer;
  const value = signer.sign(canonicalJson(content));
  return { content, signature: { algorithm: 'Ed25519', publicKey, fingerprint, value } };
}
