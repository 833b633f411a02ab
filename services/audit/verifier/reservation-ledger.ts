import type { ClassEvent } from '#domain/class/events.ts';
import type { Exceptions, Place } from './audit-exception.ts';

/** A seat that is reserved for a member who pays. */
interface Reservation {
  readonly classId: number;
  readonly bookingId: number;
  readonly memberId: string;
  /** The last instant at which it counts to the capacity. */
  readonly until: string;
  readonly place: Place;
}

/** Replays the reservations of all classes: each is one of a member's in a class, and ends by a booking or by lapsing. */
export class ReservationLedger {
  /** By class, then by member. */
  readonly #open = new Map<number, Map<string, Reservation>>();
  readonly #exceptions: Exceptions;

  constructor(exceptions: Exceptions) {
    this.#exceptions = exceptions;
  }

  /** How many seats are reserved at an instant for others than this member. */
  countReserved(classId: number, memberId: string, at: string): number {
    let count = 0;
    for (const reservation of this.#open.get(classId)?.values() ?? [])
      if (reservation.memberId !== memberId && reservation.until >= at) count += 1;
    return count;
  }

  /** Whether a seat is reserved for this member, who needs no other one. */
  isReservedFor(classId: number, memberId: string, at: string): boolean {
    const own = this.#open.get(classId)?.get(memberId);
    return own !== undefined && own.until >= at;
  }

  apply(event: ClassEvent, place: Place): void {
    switch (event.type) {
      case 'SeatReserved': {
        const { classId, bookingId, memberId, until, at } = event.data;
        const ofClass = this.#open.get(classId) ?? new Map<string, Reservation>();
        this.#open.set(classId, ofClass);
        const own = ofClass.get(memberId);
        if (own !== undefined && own.until >= at && own.until !== until) {
          const sentence = `A second seat is kept in class ${classId} for the same member.`;
          this.#exceptions.add(
            'SEAT_RESERVED_TWICE',
            place,
            { memberId, bookingId, classId },
            { expected: 'one reservation', found: `that of booking ${own.bookingId} as well`, sentence },
          );
        }
        ofClass.set(memberId, { classId, bookingId, memberId, until, place });
        return;
      }
      case 'SeatBooked':
        this.#open.get(event.data.classId)?.delete(event.data.memberId);
        return;
      case 'ReservationLapsed': {
        const { classId, bookingId, memberId } = event.data;
        const own = this.#open.get(classId)?.get(memberId);
        if (own?.bookingId === bookingId) {
          this.#open.get(classId)?.delete(memberId);
          return;
        }
        const sentence = `No seat was kept in class ${classId} for booking ${bookingId}, so it can’t lapse.`;
        const found = own === undefined ? 'none' : `that of booking ${own.bookingId}`;
        this.#exceptions.add(
          'RESERVATION_UNKNOWN',
          place,
          { memberId, bookingId, classId },
          { expected: 'an open reservation', found, sentence },
        );
        return;
      }
      default:
    }
  }

  /** Those that have not ended in the log. */
  *listOpen(): Generator<Reservation> {
    for (const ofClass of this.#open.values()) yield* ofClass.values();
  }
}
