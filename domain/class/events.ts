import type { DomainEvent, EventDefinition } from '../event.ts';

/** What staff set about a class; `startsAt` is the UTC instant of the London wall `date` and `time`. */
export interface ClassDetails {
  level: string;
  date: string;
  time: string;
  startsAt: string;
  durationMinutes: number;
  capacity: number;
  instructorId: number;
}

/**
 * Why a seat was released. `late_cancelled` alone forfeits the pass; with `moved` the pass went to the booking of
 * another class.
 */
export type ReleaseReason = 'cancelled' | 'late_cancelled' | 'removed' | 'class_cancelled' | 'moved';

/** Why an entry left the waitlist; `overlap` means that the member booked another class at that time. */
export type LeavingReason = 'left' | 'booked' | 'overlap' | 'class_cancelled';

/** Why the studio took back an offer: fewer places, marked full, or another time. */
export type WithdrawalReason = 'capacity' | 'marked_full' | 'moved';

/** Why an entry waits for the class's present time: the member said so, or the class is back at the time they joined for. */
export type ConfirmationReason = 'answered' | 'moved_back';

/**
 * Why a reservation ended without a booking. Its time was over, the member began to buy for another class, the
 * purchase ended without a booking, or the class was cancelled.
 */
export type LapseReason = 'time' | 'other_class' | 'not_booked' | 'class_cancelled';

/** Why an entry was passed over for a spot. */
export type SkipReason = 'no_pass' | 'pass_expires' | 'overlap';

interface WaitlistEntryRef {
  classId: number;
  /** The id of one waitlist entry: a member who joins again gets a new one. */
  entryId: number;
  memberId: string;
}

/** Who booked the seat. */
export type SeatSource = 'member' | 'staff' | 'waitlist';

/** A seat that is reserved for a member while they pay. */
interface Reservation {
  classId: number;
  /** The booking that it is for. */
  bookingId: number;
  memberId: string;
}

export type ClassEvent =
  | DomainEvent<'ClassScheduled', { classId: number } & ClassDetails>
  | DomainEvent<'ClassChanged', { classId: number; freesCancellation: boolean } & ClassDetails>
  | DomainEvent<'ClassMarkedFull', { classId: number }>
  | DomainEvent<'ClassReopened', { classId: number }>
  | DomainEvent<
      'ClassCancelled',
      {
        classId: number;
        /** Only when the application of a template that made the class was undone: applying it again makes another class. */
        because?: 'application_undone';
      }
    >
  | DomainEvent<
      'SeatBooked',
      {
        classId: number;
        bookingId: number;
        memberId: string;
        lotId: string;
        source: SeatSource;
        /** Cancelling up to this instant, inclusive, returns the pass: the rule as of the booking. */
        freeUntil: string;
        /** The rulebook that it was made under; missing in older events. */
        rulesVersion?: number;
      }
    >
  | DomainEvent<
      'SeatReleased',
      {
        classId: number;
        bookingId: number;
        memberId: string;
        lotId: string;
        reason: ReleaseReason;
        returnsPass: boolean;
        /**
         * Only on a late cancellation under a rulebook that refills them: the pass comes back when others' bookings
         * bring the class to this many seats.
         */
        refillAt?: number;
        /** The rulebook when the pass was lost; missing in older events and when it comes back. */
        rulesVersion?: number;
      }
    >
  /** Another member's booking took the place of the first late cancellation that waits for one: its pass comes back. */
  | DomainEvent<
      'LateCancellationRefilled',
      {
        classId: number;
        /** The booking that was cancelled late, its member and the lot that paid. */
        bookingId: number;
        memberId: string;
        lotId: string;
        byBookingId: number;
      }
    >
  /** Attendance; `attended` is null when a mark was removed. */
  | DomainEvent<
      'AttendanceMarked',
      {
        classId: number;
        bookingId: number;
        memberId: string;
        attended: boolean | null;
        /** When the button was pressed, possibly long before the device was online. */
        markedAt: string;
      }
    >
  /** The seat is reserved for a member who pays, up to `until`, inclusive. It ends as `SeatBooked` or `ReservationLapsed`. */
  | DomainEvent<'SeatReserved', Reservation & { until: string; rulesVersion: number }>
  | DomainEvent<'ReservationLapsed', Reservation & { because: LapseReason }>
  | DomainEvent<'WaitlistJoined', WaitlistEntryRef>
  | DomainEvent<'WaitlistLeft', WaitlistEntryRef & { reason: LeavingReason }>
  /** Passed over for the free spot, because no pass of the member pays for it. */
  | DomainEvent<'WaitlistSkipped', WaitlistEntryRef & { reason: SkipReason; rulesVersion?: number }>
  /** The spot is reserved for the member up to `until`, inclusive. */
  | DomainEvent<'SpotOffered', WaitlistEntryRef & { until: string; rulesVersion?: number }>
  | DomainEvent<'OfferLapsed', WaitlistEntryRef>
  /** The studio took the offer back. The entry keeps its place and is offered the spot again when it comes back. */
  | DomainEvent<'OfferWithdrawn', WaitlistEntryRef & { because: WithdrawalReason }>
  /** The class moved far from the time that the member joined for: they get no spot until they confirm. */
  | DomainEvent<'WaitlistAsked', WaitlistEntryRef & { joinedFor: string }>
  | DomainEvent<'WaitlistConfirmed', WaitlistEntryRef & { because: ConfirmationReason }>
  /** Too late for offers: the free spot was announced to the whole waitlist, first come first served. */
  | DomainEvent<'SpotAnnounced', { classId: number; memberIds: readonly string[]; rulesVersion?: number }>;

export const classEventDefinitions = {
  ClassScheduled: { version: 1 },
  ClassChanged: { version: 1 },
  ClassMarkedFull: { version: 1 },
  ClassReopened: { version: 1 },
  ClassCancelled: { version: 1 },
  SeatBooked: { version: 1 },
  SeatReleased: { version: 1 },
  LateCancellationRefilled: { version: 1 },
  AttendanceMarked: { version: 1 },
  SeatReserved: { version: 1 },
  ReservationLapsed: { version: 1 },
  WaitlistJoined: { version: 1 },
  WaitlistLeft: { version: 1 },
  WaitlistSkipped: { version: 1 },
  SpotOffered: { version: 1 },
  OfferLapsed: { version: 1 },
  OfferWithdrawn: { version: 1 },
  WaitlistAsked: { version: 1 },
  WaitlistConfirmed: { version: 1 },
  SpotAnnounced: { version: 1 },
} satisfies Record<ClassEvent['type'], EventDefinition>;
