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

/** Why a seat was given back. `late_cancelled` is the only one that keeps the pass. */
export type ReleaseReason = 'cancelled' | 'late_cancelled' | 'removed' | 'class_cancelled';

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
    >;

export const classEventDefinitions = {
  ClassScheduled: { version: 1 },
  ClassChanged: { version: 1 },
  ClassMarkedFull: { version: 1 },
  ClassReopened: { version: 1 },
  ClassCancelled: { version: 1 },
  SeatBooked: { version: 1 },
  SeatReleased: { version: 1 },
} satisfies Record<ClassEvent['type'], EventDefinition>;
