import type { ClassEvent } from '#domain/class/events.ts';
import type { About, ExceptionCode, Exceptions, Place } from './audit-exception.ts';
import { type BookingEntry, type BookingLedger, createBookingEntry } from './booking-ledger.ts';
import type { ReservationLedger } from './reservation-ledger.ts';

type DataOf<Type extends ClassEvent['type']> = Extract<ClassEvent, { type: Type }>['data'];

/** One class and its taken seats. */
interface ClassEntry {
  readonly classId: number;
  capacity: number;
  startsAt: string;
  cancelled: boolean;
  /** The booking of each member with a seat. */
  readonly taken: Map<string, number>;
  /** The booking that took a seat last, until it has refilled a late cancellation. */
  lastTaken: number | null;
  place: Place;
}

/** Replays class events: every class, and the seat of every booking. An illegal change is reported and not made. */
export class SeatLedger {
  readonly classes = new Map<number, ClassEntry>();
  readonly #bookings: BookingLedger;
  readonly #reservations: ReservationLedger;
  readonly #exceptions: Exceptions;

  constructor(bookings: BookingLedger, reservations: ReservationLedger, exceptions: Exceptions) {
    this.#bookings = bookings;
    this.#reservations = reservations;
    this.#exceptions = exceptions;
  }

  apply(event: ClassEvent, place: Place): void {
    const { classId } = event.data;
    if (event.type === 'ClassScheduled') {
      const { capacity, startsAt } = event.data;
      const taken = this.classes.get(classId)?.taken ?? new Map<string, number>();
      this.classes.set(classId, {
        classId,
        capacity,
        startsAt,
        cancelled: false,
        taken,
        lastTaken: null,
        place,
      });
      return;
    }
    const entry = this.classes.get(classId);
    if (entry === undefined) {
      this.#report(
        'CLASS_UNKNOWN',
        place,
        { classId },
        'a class that was scheduled',
        'none',
        `Class ${classId} was never put on the timetable.`,
      );
      return;
    }
    entry.place = place;
    switch (event.type) {
      case 'ClassChanged':
        // A lower capacity removes no member; it is only checked when a seat is taken.
        entry.capacity = event.data.capacity;
        entry.startsAt = event.data.startsAt;
        return;
      case 'ClassCancelled':
        entry.cancelled = true;
        return;
      case 'SeatBooked':
        this.#book(entry, event.data, place);
        return;
      case 'SeatReserved':
        this.#assertSpot(entry, event.data, place);
        return;
      case 'SeatReleased':
        this.#release(entry, event.data, place);
        return;
      case 'LateCancellationRefilled':
        this.#refill(entry, event.data, place);
        return;
      case 'AttendanceMarked':
        this.#findSeat(entry, event.data, place);
        return;
      default:
    }
  }

  /** After all events: reports seats in cancelled classes. */
  finish(): void {
    for (const { cancelled, taken, classId, place } of this.classes.values()) {
      if (!cancelled) continue;
      for (const [memberId, bookingId] of taken) {
        const about = { memberId, bookingId, classId };
        this.#report(
          'SEAT_IN_CANCELLED_CLASS',
          place,
          about,
          'no seat is taken',
          'one is',
          `Booking ${bookingId} has a seat in class ${classId}, which is cancelled.`,
        );
      }
    }
  }

  #book(entry: ClassEntry, data: DataOf<'SeatBooked'>, place: Place): void {
    const { bookingId, memberId, classId, lotId, at } = data;
    const booking = this.#bookings.get(bookingId);
    const sitting = entry.taken.get(memberId);
    if (sitting !== undefined || (booking !== undefined && booking.seat !== 'none')) {
      const found = sitting === undefined ? `a seat that is ${booking?.seat}` : `booking ${sitting} as well`;
      this.#report(
        'SEAT_TAKEN_TWICE',
        place,
        data,
        'one seat for a booking and a member',
        found,
        `A second seat is taken in class ${classId} for the same booking or member.`,
      );
      return;
    }
    if (entry.cancelled || at >= entry.startsAt) {
      const found = entry.cancelled ? 'a cancelled one' : `one that began at ${entry.startsAt}`;
      this.#report(
        'CLASS_NOT_BOOKABLE',
        place,
        data,
        'a class to come',
        found,
        `Booking ${bookingId} takes a seat in class ${classId}, which can’t be booked any more.`,
      );
    }
    this.#assertSpot(entry, data, place);
    const seated = booking ?? createBookingEntry(data, place, at);
    if (
      booking !== undefined &&
      (booking.lot?.lotId !== lotId || booking.memberId !== memberId || booking.classId !== classId)
    ) {
      const found = `lot ${booking.lot?.lotId}, class ${booking.classId}`;
      this.#report(
        'SEAT_OF_ANOTHER_PASS',
        place,
        data,
        `lot ${lotId}, class ${classId}`,
        found,
        `The seat of booking ${bookingId} and the pass of it are not of one kind.`,
      );
    }
    seated.seat = 'taken';
    seated.place = place;
    seated.at = at;
    this.#bookings.set(bookingId, seated);
    entry.taken.set(memberId, bookingId);
    entry.lastTaken = bookingId;
  }

  /** A seat that was reserved for the member stays theirs when the capacity is lowered. */
  #assertSpot(
    { capacity, taken }: ClassEntry,
    data: { classId: number; bookingId: number; memberId: string; at: string },
    place: Place,
  ): void {
    const { classId, bookingId, memberId, at } = data;
    if (this.#reservations.isReservedFor(classId, memberId, at)) return;
    const seats = taken.size + this.#reservations.countReserved(classId, memberId, at);
    if (seats < capacity) return;
    this.#report(
      'CLASS_OVER_CAPACITY',
      place,
      data,
      `at most ${capacity} seats`,
      `${seats + 1}`,
      `Class ${classId} was full when booking ${bookingId} took a seat.`,
    );
  }

  #release(entry: ClassEntry, data: DataOf<'SeatReleased'>, place: Place): void {
    const booking = this.#findSeat(entry, data, place);
    if (booking === undefined) return;
    const { returnsPass, refillAt = null, at } = data;
    Object.assign(booking, { seat: 'released', returnsPass, refillAt, place, at });
    entry.taken.delete(booking.memberId);
  }

  /**
   * A refill needs a late cancellation that waits for one. It also needs another member's booking that has just
   * brought the class to a number of seats that a cancellation waits for. A booking refills one cancellation, and is
   * the last to take a seat.
   */
  #refill(entry: ClassEntry, data: DataOf<'LateCancellationRefilled'>, place: Place): void {
    const { bookingId, byBookingId, memberId, classId, at } = data;
    const booking = this.#bookings.get(bookingId);
    const filling = this.#bookings.get(byBookingId);
    const isWaiting =
      booking?.seat === 'released' && booking.refillAt !== null && booking.refilledBy === null;
    const isTaken =
      filling?.seat === 'taken' &&
      filling.classId === classId &&
      filling.memberId !== memberId &&
      entry.lastTaken === byBookingId;
    if (booking === undefined || booking.classId !== classId || !isWaiting || !isTaken) {
      this.#report(
        'REFILL_NOT_DUE',
        place,
        data,
        'a late cancellation that waits, and the booking of another member that takes the place',
        `seat ${booking?.seat ?? 'none'}, by a seat that is ${filling?.seat ?? 'none'}`,
        `Booking ${byBookingId} does not refill the late cancellation of booking ${bookingId}.`,
      );
      return;
    }
    entry.lastTaken = null;
    Object.assign(booking, { refilledBy: byBookingId, place, at });
  }

  /** The booking whose seat an event is about; undefined unless the seat is taken. */
  #findSeat(
    { taken, classId }: ClassEntry,
    data: { bookingId: number; memberId: string; at: string },
    place: Place,
  ): BookingEntry | undefined {
    const { bookingId, memberId } = data;
    if (taken.get(memberId) === bookingId) return this.#bookings.get(bookingId);
    const found = this.#bookings.get(bookingId)?.seat ?? 'none';
    this.#report(
      'SEAT_NOT_TAKEN',
      place,
      data,
      'a seat that is taken',
      found,
      `Booking ${bookingId} has no seat in class ${classId} now.`,
    );
    return undefined;
  }

  #report(
    code: ExceptionCode,
    place: Place,
    { memberId, bookingId, classId }: About,
    expected: string,
    found: string,
    sentence: string,
  ): void {
    const about = {
      ...(memberId === undefined ? {} : { memberId }),
      ...(bookingId === undefined ? {} : { bookingId }),
      ...(classId === undefined ? {} : { classId }),
    };
    this.#exceptions.add(code, place, about, { expected, found, sentence });
  }
}
