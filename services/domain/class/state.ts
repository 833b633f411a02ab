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
  /** null while the seat is taken. */
  readonly released: { readonly reason: ReleaseReason; readonly returnsPass: boolean } | null;
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
}

export const initialClass: ClassState = {
  classId: null,
  details: null,
  cancelled: false,
  markedFull: false,
  seats: new Map(),
  bookedCount: 0,
};

/** The seat a member sits in, if any. */
export function seatOfMember(state: ClassState, memberId: string): Seat | undefined {
  for (const seat of state.seats.values()) {
    if (seat.released === null && seat.memberId === memberId) return seat;
  }
  return undefined;
}

/** The seats that are taken. */
export function takenSeats(state: ClassState): Seat[] {
  return [...state.seats.values()].filter((seat) => seat.released === null);
}
