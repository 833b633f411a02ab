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
 * Why a seat was given back. `late_cancelled` is the only one that keeps the pass; with `moved` it went on to the booking
 * of another class.
 */
export type ReleaseReason = 'cancelled' | 'late_cancelled' | 'removed' | 'class_cancelled' | 'moved';

/** Why someone is no longer in the line; `overlap` is another class at the time that they booked. */
export type LeavingReason = 'left' | 'booked' | 'overlap' | 'class_cancelled';

/** Why someone in the line was passed over for a spot. */
export type SkipReason = 'no_pass' | 'pass_expires';

interface InLine {
  classId: number;
  /** The place in the line: one for each time someone joins. */
  entryId: number;
  memberId: string;
}

/** Who put the member into the class. */
export type SeatSource = 'member' | 'staff' | 'waitlist';

export type ClassEvent =
  | DomainEvent<'ClassScheduled', { classId: number } & ClassDetails>
  | DomainEvent<'ClassChanged', { classId: number; freesCancellation: boolean } & ClassDetails>
  | DomainEvent<'ClassMarkedFull', { classId: number }>
  | DomainEvent<'ClassReopened', { classId: number }>
  | DomainEvent<'ClassCancelled', { classId: number }>
  | DomainEvent<
      'SeatBooked',
      {
        classId: number;
        bookingId: number;
        memberId: string;
        lotId: string;
        source: SeatSource;
        /** Cancelling up to this instant, inclusive, gives the pass back: the rule as it stood when booked. */
        freeUntil: string;
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
      }
    >
  /** Who came; `attended` is null where a mark was taken off again. */
  | DomainEvent<
      'AttendanceMarked',
      {
        classId: number;
        bookingId: number;
        memberId: string;
        attended: boolean | null;
        /** When it was pressed, which may be long before it could be sent. */
        markedAt: string;
      }
    >
  | DomainEvent<'WaitlistJoined', InLine>
  | DomainEvent<'WaitlistLeft', InLine & { reason: LeavingReason }>
  /** Passed over for the spot that is free, since no pass of theirs pays for it. */
  | DomainEvent<'WaitlistSkipped', InLine & { reason: SkipReason }>
  /** The spot is kept for them up to `until`, inclusive. */
  | DomainEvent<'SpotOffered', InLine & { until: string }>
  | DomainEvent<'OfferLapsed', InLine>
  /** Too late for offers: everyone in the line was told that there is a spot, first come first served. */
  | DomainEvent<'SpotAnnounced', { classId: number; memberIds: readonly string[] }>;

export const classEventDefinitions = {
  ClassScheduled: { version: 1 },
  ClassChanged: { version: 1 },
  ClassMarkedFull: { version: 1 },
  ClassReopened: { version: 1 },
  ClassCancelled: { version: 1 },
  SeatBooked: { version: 1 },
  SeatReleased: { version: 1 },
  AttendanceMarked: { version: 1 },
  WaitlistJoined: { version: 1 },
  WaitlistLeft: { version: 1 },
  WaitlistSkipped: { version: 1 },
  SpotOffered: { version: 1 },
  OfferLapsed: { version: 1 },
  SpotAnnounced: { version: 1 },
} satisfies Record<ClassEvent['type'], EventDefinition>;
