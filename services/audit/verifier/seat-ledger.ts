import type { ClassEvent } from '#domain/class/events.ts';
import type { About, ExceptionCode, Exceptions, Place } from './audit-exception.ts';
import { type BookingEntry, type BookingLedger, createBookingEntry } from './booking-ledger.ts';

type DataOf<Type extends ClassEvent['type']> = Extract<ClassEvent, { type: Type }>['data'];

/** One class, by who sits in it. */
interface ClassEntry {
  readonly classId: number;
  capacity: number;
  startsAt: string;
  cancelled: boolean;
  /** The booking by which each member sits there. */
  readonly taken: Map<string, number>;
  place: Place;
}

/** Every class and the seat of every booking; what can't be is told and not done, as in the wallets. */
export class SeatLedger {
  readonly classes = new Map<number, ClassEntry>();
  readonly #bookings: BookingLedger;
  readonly #exceptions: Exceptions;

  constructor(bookings: BookingLedger, exceptions: Exceptions) {
    this.#bookings = bookings;
    this.#exceptions = exceptions;
  }

  apply(event: ClassEvent, place: Place): void {
    const { classId } = event.data;
    if (event.type === 'ClassScheduled') {
      const { capacity, startsAt } = event.data;
      const taken = this.classes.get(classId)?.taken ?? new Map<string, number>();
      this.classes.set(classId, { classId, capacity, startsAt, cancelled: false, taken, place });
      return;
    }
    const inClass = this.classes.get(classId);
    if (inClass === undefined) {
      this.#tell(
        'CLASS_UNKNOWN',
        place,
        { classId },
        'a class that was scheduled',
        'none',
        `Class ${classId} was never put on the timetable.`,
      );
      return;
    }
    inClass.place = place;
    switch (event.type) {
      case 'ClassChanged':
        // Fewer places evict nobody: what counts is how many there are when a seat is taken.
        inClass.capacity = event.data.capacity;
        inClass.startsAt = event.data.startsAt;
        return;
      case 'ClassCancelled':
        inClass.cancelled = true;
        return;
      case 'SeatBooked':
        this.#book(inClass, event.data, place);
        return;
      case 'SeatReleased':
        this.#release(inClass, event.data, place);
        return;
      case 'AttendanceMarked':
        this.#seatOf(inClass, event.data, place);
        return;
      default:
    }
  }

  /** Once all events are in: nobody sits in a class that is off. */
  finish(): void {
    for (const { cancelled, taken, classId, place } of this.classes.values()) {
      if (!cancelled) continue;
      for (const [memberId, bookingId] of taken) {
        const about = { memberId, bookingId, classId };
        this.#tell(
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

  #book(inClass: ClassEntry, data: DataOf<'SeatBooked'>, place: Place): void {
    const { bookingId, memberId, classId, lotId, at } = data;
    const booking = this.#bookings.get(bookingId);
    const sitting = inClass.taken.get(memberId);
    if (sitting !== undefined || (booking !== undefined && booking.seat !== 'none')) {
      const found = sitting === undefined ? `a seat that is ${booking?.seat}` : `booking ${sitting} as well`;
      this.#tell(
        'SEAT_TAKEN_TWICE',
        place,
        data,
        'one seat for a booking and a member',
        found,
        `A second seat is taken in class ${classId} for the same booking or member.`,
      );
      return;
    }
    if (inClass.cancelled || at >= inClass.startsAt) {
      const found = inClass.cancelled ? 'a cancelled one' : `one that began at ${inClass.startsAt}`;
      this.#tell(
        'CLASS_NOT_BOOKABLE',
        place,
        data,
        'a class to come',
        found,
        `Booking ${bookingId} takes a seat in class ${classId}, which can’t be booked any more.`,
      );
    }
    if (inClass.taken.size >= inClass.capacity) {
      const found = `${inClass.taken.size + 1}`;
      this.#tell(
        'CLASS_OVER_CAPACITY',
        place,
        data,
        `at most ${inClass.capacity} seats`,
        found,
        `Class ${classId} was full when booking ${bookingId} took a seat.`,
      );
    }
    const seated = booking ?? createBookingEntry(data, place, at);
    if (
      booking !== undefined &&
      (booking.lot?.lotId !== lotId || booking.memberId !== memberId || booking.classId !== classId)
    ) {
      const found = `lot ${booking.lot?.lotId}, class ${booking.classId}`;
      this.#tell(
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
    inClass.taken.set(memberId, bookingId);
  }

  #release(inClass: ClassEntry, data: DataOf<'SeatReleased'>, place: Place): void {
    const booking = this.#seatOf(inClass, data, place);
    if (booking === undefined) return;
    const { returnsPass, at } = data;
    Object.assign(booking, { seat: 'released', returnsPass, place, at });
    inClass.taken.delete(booking.memberId);
  }

  /** The booking whose seat an event is about, if it is taken. */
  #seatOf(
    { taken, classId }: ClassEntry,
    data: { bookingId: number; memberId: string; at: string },
    place: Place,
  ): BookingEntry | undefined {
    const { bookingId, memberId } = data;
    if (taken.get(memberId) === bookingId) return this.#bookings.get(bookingId);
    const found = this.#bookings.get(bookingId)?.seat ?? 'none';
    this.#tell(
      'SEAT_NOT_TAKEN',
      place,
      data,
      'a seat that is taken',
      found,
      `Booking ${bookingId} has no seat in class ${classId} now.`,
    );
    return undefined;
  }

  #tell(
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
