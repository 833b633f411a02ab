import { assertNever } from '#domain/assert-never.ts';
import type {
  ClassDetails,
  ClassEvent,
  LapseReason,
  LeavingReason,
  SeatSource,
  SkipReason,
  WithdrawalReason,
} from '#domain/class/events.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import { type EventDescription, releaseReasons } from './describe-wallet-event.ts';
import { describeActor } from './wording.ts';

const leavingReasons: Record<LeavingReason, string> = {
  left: 'They asked to.',
  booked: 'They have a seat now.',
  overlap: 'They booked another class at that time.',
  class_cancelled: 'The class was cancelled.',
};
const lapseReasons: Record<LapseReason, string> = {
  time: 'Its time was over.',
  other_class: 'They began to buy a pass for another class.',
  not_booked: 'The purchase ended without a booking.',
  class_cancelled: 'The class was cancelled.',
};
const skipReasons: Record<SkipReason, string> = {
  no_pass: 'They have no pass that can be used.',
  pass_expires: 'Their passes lapse before the class.',
  overlap: 'They have another class at that time.',
};
const withdrawalReasons: Record<WithdrawalReason, string> = {
  capacity: 'The class has fewer places now.',
  marked_full: 'The class was marked full.',
  moved: 'The class was moved to another time.',
};
const seatSources: Record<SeatSource, string> = {
  member: 'The member booked',
  staff: 'Staff added the member',
  waitlist: 'They were next in the line',
};

const formatDetails = ({ level, date, time, capacity }: ClassDetails) =>
  `${level}, ${date} at ${time}, ${capacity === 1 ? '1 place' : `${capacity} places`}`;

/** Describes an event of a class and its cause. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one short case for each event type.
export function describeClassEvent(event: RecordedEvent<ClassEvent>): EventDescription {
  const { data } = event;
  const who = `By ${describeActor(event.metadata.actor)}.`;
  switch (event.type) {
    case 'ClassScheduled':
      return {
        summary: `Class ${data.classId} is on the timetable: ${formatDetails(event.data)}.`,
        why: who,
      };
    case 'ClassChanged': {
      const free = event.data.freesCancellation ? ' Those in it may leave freely.' : '';
      return { summary: `Class ${data.classId} is now: ${formatDetails(event.data)}.${free}`, why: who };
    }
    case 'ClassMarkedFull':
      return { summary: 'The class is closed to further bookings.', why: who };
    case 'ClassReopened':
      return { summary: 'The class is open to bookings again.', why: who };
    case 'ClassCancelled':
      return event.data.because === 'application_undone'
        ? { summary: `Class ${data.classId} is taken back with its template’s week.`, why: who }
        : { summary: `Class ${data.classId} is cancelled; every pass goes back.`, why: who };
    case 'SeatBooked': {
      const { bookingId, lotId, source, freeUntil, classId } = event.data;
      return {
        summary: `Booking ${bookingId} has a seat in class ${classId}; leaving it is free up to ${freeUntil}.`,
        why: `${seatSources[source]}, with a pass of ${lotId}.`,
      };
    }
    case 'SeatReleased': {
      const { bookingId, returnsPass, reason, refillAt, classId } = event.data;
      const back =
        refillAt === undefined
          ? ''
          : ` It comes back when others’ bookings bring the class to ${refillAt === 1 ? '1 seat' : `${refillAt} seats`}.`;
      return {
        summary: `Booking ${bookingId} gave up its seat in class ${classId}; the pass ${returnsPass ? 'goes back' : 'is lost'}.${back}`,
        why: releaseReasons[reason],
      };
    }
    case 'LateCancellationRefilled': {
      const { bookingId, byBookingId } = event.data;
      return {
        summary: `The pass of booking ${bookingId} comes back: booking ${byBookingId} took the place.`,
        why: 'Among the late cancellations that waited for someone to take a place, it was the first.',
      };
    }
    case 'AttendanceMarked': {
      const { bookingId, attended } = event.data;
      const what =
        attended === null ? 'has no mark' : attended ? 'is marked as attended' : 'is marked as a no-show';
      return { summary: `Booking ${bookingId} ${what}.`, why: who };
    }
    case 'SeatReserved': {
      const { bookingId, classId, until } = event.data;
      return {
        summary: `A seat in class ${classId} is kept for booking ${bookingId} up to ${until}.`,
        why: 'The member buys a pass for it.',
      };
    }
    case 'ReservationLapsed':
      return {
        summary: `No seat is kept for booking ${event.data.bookingId} any more.`,
        why: lapseReasons[event.data.because],
      };
    case 'WaitlistJoined':
      return { summary: `Joined the line, as entry ${event.data.entryId}.`, why: who };
    case 'WaitlistLeft':
      return {
        summary: `Left the line (entry ${event.data.entryId}).`,
        why: leavingReasons[event.data.reason],
      };
    case 'WaitlistSkipped':
      return {
        summary: `Passed over for a free spot (entry ${event.data.entryId}).`,
        why: skipReasons[event.data.reason],
      };
    case 'SpotOffered':
      return {
        summary: `Offered the free spot up to ${event.data.until} (entry ${event.data.entryId}).`,
        why: 'A spot came free, and they were next in the line.',
      };
    case 'OfferLapsed':
      return {
        summary: `The offer has lapsed (entry ${event.data.entryId}).`,
        why: 'It was not taken in time.',
      };
    case 'OfferWithdrawn':
      return {
        summary: `The offer is withdrawn (entry ${event.data.entryId}). They keep their place in the line.`,
        why: withdrawalReasons[event.data.because],
      };
    case 'WaitlistAsked':
      return {
        summary: `Asked whether they still want the class (entry ${event.data.entryId}). Until they do, no spot goes to them.`,
        why: `The class moved far from ${event.data.joinedFor}, the time that they joined for.`,
      };
    case 'WaitlistConfirmed':
      return {
        summary: `Waits for the class at its present time (entry ${event.data.entryId}).`,
        why:
          event.data.because === 'answered' ? 'They said so.' : 'It is back near the time they joined for.',
      };
    case 'SpotAnnounced':
      return {
        summary: `Everyone in the line was told of a free spot: ${event.data.memberIds.length} people.`,
        why: 'It is too late for offers: first come, first served.',
      };
    default:
      return assertNever(event);
  }
}
