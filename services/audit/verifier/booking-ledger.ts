import type { Place } from './audit-exception.ts';
import type { LotEntry } from './lot-entry.ts';

/** Where a pass was before it went on to another booking. */
export type MovedPlace = 'used' | 'available' | 'forfeited';

/** One booking, seen from its wallet (the pass) and from its class (the seat). */
export interface BookingEntry {
  readonly bookingId: number;
  readonly memberId: string;
  readonly classId: number;
  /** null while no pass was seen for it. */
  lot: LotEntry | null;
  pass: 'none' | 'held' | 'used' | 'returned' | 'forfeited' | 'moved';
  movedTo: number;
  movedFrom: { readonly bookingId: number; readonly place: MovedPlace } | null;
  seat: 'none' | 'taken' | 'released';
  returnsPass: boolean;
  /** Of the last event that touched it, and when that was. */
  place: Place;
  at: string;
}

export type BookingLedger = Map<number, BookingEntry>;

/** A booking that is met for the first time. */
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
  place,
  at,
});
