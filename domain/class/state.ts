import type { ClassDetails, ReleaseReason, SeatSource } from './events.ts';

/** One booking's seat. It stays after its release, so that a booking never gets a second seat. */
export interface Seat {
  readonly bookingId: number;
  readonly memberId: string;
  readonly lotId: string;
  readonly source: SeatSource;
  readonly bookedAt: string;
  readonly freeUntil: string;
  /** The rulebook that it was booked under; undefined in older bookings. */
  readonly rulesVersion?: number | undefined;
  /** The studio changed the class's time after this booking: the member may cancel freely. */
  readonly isRescheduled: boolean;
  /** The latest mark; null before the first. */
  readonly attendance: { readonly attended: boolean | null; readonly markedAt: string } | null;
  /** null while the seat is taken. */
  readonly released: {
    readonly reason: ReleaseReason;
    readonly returnsPass: boolean;
    readonly at: string;
    /** Of a late cancellation that can be refilled: the number of seats at which it is. */
    readonly refillAt?: number | undefined;
    /** The booking that took the place of a late cancellation: its pass comes back. */
    readonly refilledBy?: number;
  } | null;
}

/** A late cancellation whose pass comes back when others' bookings bring the class to `refillAt` seats. */
export interface RefillableCancellation {
  readonly bookingId: number;
  readonly memberId: string;
  readonly refillAt: number;
}

/** An entry of the waitlist. */
export interface WaitlistEntry {
  readonly entryId: number;
  readonly memberId: string;
  /** Was skipped for lack of a pass or let an offer lapse, for what is free now. A new spot resets it. */
  readonly isPassedOver: boolean;
  /** The class moved far from the time that the member joined for, and they have not said yet that they still want it. */
  readonly isAsked: boolean;
}

/** A spot that is reserved for an entry of the waitlist. */
export interface SpotOffer {
  readonly entryId: number;
  readonly memberId: string;
  /** The last instant at which it can be claimed. */
  readonly until: string;
}

/** A seat that is reserved for a member who pays. */
export interface SeatReservation {
  readonly bookingId: number;
  readonly memberId: string;
  /** The last instant at which it counts. */
  readonly until: string;
}

export interface ClassState {
  readonly classId: number | null;
  /** null until the class is scheduled. */
  readonly details: ClassDetails | null;
  /**
   * The details that stood when the class began, for pay; until then the present ones. A later change counts only if it
   * moves the class to a time that is still to come.
   */
  readonly heldAs: ClassDetails | null;
  readonly isCancelled: boolean;
  /** It was cancelled because the application of a template that made it was undone. */
  readonly isTakenBack: boolean;
  readonly isMarkedFull: boolean;
  /** By booking id. */
  readonly seats: ReadonlyMap<number, Seat>;
  readonly bookedCount: number;
  /** At most one a member. */
  readonly reservations: readonly SeatReservation[];
  /** In the order of the cancellations. Each count is above `bookedCount`, and below those before it. */
  readonly refillable: readonly RefillableCancellation[];
  /** The waitlist in order. */
  readonly waitlist: readonly WaitlistEntry[];
  readonly offers: readonly SpotOffer[];
  /** By entry id: the start for which the member joined, or which they confirmed since. */
  readonly agreedStarts: ReadonlyMap<number, string>;
  /** The free spot was announced to the whole waitlist. */
  readonly isAnnounced: boolean;
}

export const initialClass: ClassState = {
  classId: null,
  details: null,
  heldAs: null,
  isCancelled: false,
  isTakenBack: false,
  isMarkedFull: false,
  seats: new Map(),
  bookedCount: 0,
  reservations: [],
  refillable: [],
  waitlist: [],
  offers: [],
  agreedStarts: new Map(),
  isAnnounced: false,
};

/** The member's seat that is not released. */
export function findSeatOfMember(state: ClassState, memberId: string): Seat | undefined {
  for (const seat of state.seats.values()) {
    if (seat.released === null && seat.memberId === memberId) return seat;
  }
  return undefined;
}

export function getTakenSeats(state: ClassState): Seat[] {
  return [...state.seats.values()].filter((seat) => seat.released === null);
}

/** Whether an offer or a reservation has not ended: `until` is its last instant. */
export const isOpenAt = ({ until }: { readonly until: string }, now: Date): boolean =>
  Date.parse(until) >= now.getTime();

/** Reservations that still count to the capacity. */
export function getOpenReservations({ reservations }: ClassState, now: Date): SeatReservation[] {
  return reservations.filter((reservation) => isOpenAt(reservation, now));
}
