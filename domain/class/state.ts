import type { ClassDetails, ReleaseReason, SeatSource } from './events.ts';

/** One booking's seat. It stays after its release, so that a booking is never booked a second time. */
export interface Seat {
  readonly bookingId: number;
  readonly memberId: string;
  readonly lotId: string;
  readonly source: SeatSource;
  readonly freeUntil: string;
  /** The studio changed the class's time after this was booked: the member may leave freely. */
  readonly moved: boolean;
  /** The mark as it was pressed last; null until the first. */
  readonly attendance: { readonly attended: boolean | null; readonly markedAt: string } | null;
  /** null while the seat is taken. */
  readonly released: {
    readonly reason: ReleaseReason;
    readonly returnsPass: boolean;
    readonly at: string;
  } | null;
}

/** Someone in the line. */
export interface WaitlistEntry {
  readonly entryId: number;
  readonly memberId: string;
  /** Had their chance of what is free now: skipped for want of a pass, or let an offer lapse. A new spot is a new chance. */
  readonly passedOver: boolean;
}

/** A spot that is kept for someone in the line. */
export interface SpotOffer {
  readonly entryId: number;
  readonly memberId: string;
  /** The last instant at which it can be claimed. */
  readonly until: string;
}

export interface ClassState {
  readonly classId: number | null;
  /** null until the class is scheduled. */
  readonly details: ClassDetails | null;
  readonly cancelled: boolean;
  readonly markedFull: boolean;
  /** By booking id. */
  readonly seats: ReadonlyMap<number, Seat>;
  readonly bookedCount: number;
  /** The line, the first first. */
  readonly waiting: readonly WaitlistEntry[];
  readonly offers: readonly SpotOffer[];
  /** Everyone in the line was told of what is free now. */
  readonly announced: boolean;
}

export const initialClass: ClassState = {
  classId: null,
  details: null,
  cancelled: false,
  markedFull: false,
  seats: new Map(),
  bookedCount: 0,
  waiting: [],
  offers: [],
  announced: false,
};

/** The seat a member sits in, if any. */
export function findSeatOfMember(state: ClassState, memberId: string): Seat | undefined {
  for (const seat of state.seats.values()) {
    if (seat.released === null && seat.memberId === memberId) return seat;
  }
  return undefined;
}

/** The seats that are taken. */
export function getTakenSeats(state: ClassState): Seat[] {
  return [...state.seats.values()].filter((seat) => seat.released === null);
}
