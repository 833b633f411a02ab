import type { Place } from './audit-exception.ts';
import type { LotEntry } from './lot-entry.ts';

/** The place of a pass before it moved to another booking. */
export type MovedPlace = 'used' | 'available' | 'forfeited';

/** One booking: its pass by the wallet's events, and its seat by the class's events. */
export interface BookingEntry {
  readonly bookingId: number;
  readonly memberId: string;
  readonly classId: number;
  /** null until a pass is held for it. */
  lot: LotEntry | null;
  pass: 'none' | 'held' | 'used' | 'returned' | 'forfeited' | 'moved';
  movedTo: number;
  movedFrom: { readonly bookingId: number; readonly place: MovedPlace } | null;
  seat: 'none' | 'taken' | 'released';
  returnsPass: boolean;
  /** Of a late cancellation whose pass comes back when another member takes the place; null for others. */
  refillAt: number | null;
  /** The booking that took the place, by the class's events. */
  refilledBy: number | null;
  /** The booking because of which the pass came back, by the wallet's events. */
  returnedFor: number | null;
  /** Of the last event about it. */
  place: Place;
  at: string;
}

export type BookingLedger = Map<number, BookingEntry>;

/** The entry of a booking at its first event. */
export const createBookingEntry = (
  { bookingId, memberId, classId }: Pick<BookingEntry, 'bookingId' | 'memberId' | 'classId'>,
  place: Place,
  at: string,
): BookingEntry => ({
  bookingId,
  memberId,
  classId,
  lot: null,
  pass: 'none',
  movedTo: 0,
  movedFrom: null,
  seat: 'none',
  returnsPass: false,
  refillAt: null,
  refilledBy: null,
  returnedFor: null,
  place,
  at,
});
