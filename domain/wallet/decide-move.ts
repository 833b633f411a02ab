import type { SeatSource } from '../class/events.ts';
import type { SeenClass } from '../class/seen-class.ts';
import { Refusal, toRulesFact } from '../refusal.ts';
import type { PassMovedFrom, WalletEvent } from './events.ts';
import { assertNoOverlap, type OverlapCheck } from './overlap.ts';
import { type BookingPass, findActiveBooking, isLapsed, type WalletState } from './state.ts';

export interface PassMoveTo {
  readonly memberId: string;
  /** The booking that the pass belongs to. */
  readonly bookingId: number;
  readonly toBookingId: number;
  readonly toClassId: number;
  readonly classStartsAt: string;
  readonly source: SeatSource;
  /** What the member saw of the new class. */
  readonly expected?: SeenClass | undefined;
  /** Left out when the booking may overlap with another one. */
  readonly overlapCheck?: OverlapCheck | undefined;
  readonly now: Date;
}

const PLACE_OF: Record<BookingPass['status'], PassMovedFrom | null> = {
  used: 'used',
  returned: 'available',
  forfeited: 'forfeited',
  held: null,
  moved: null,
};

/**
 * Moves the pass of one booking to another: at any moment it pays for one of the two, never for both. Appends nothing
 * for a moved pass.
 * @throws Refusal NO_PASS when its lot ends before the class or its pass is used up; ALREADY_BOOKED when the member
 * has a booking in that class; OVERLAPS_BOOKING; BOOKING_NOT_FOUND; CONFLICT while the booking is in progress;
 * ClassesNeeded
 */
export function movePass(state: WalletState, request: PassMoveTo): WalletEvent[] {
  const { memberId, bookingId, toBookingId, toClassId, classStartsAt, source, expected, overlapCheck, now } =
    request;
  const pass = state.passes.get(bookingId);
  const lot = state.lots.get(pass?.lotId ?? '');
  if (pass === undefined || lot === undefined) throw new Refusal('BOOKING_NOT_FOUND');
  if (pass.status === 'moved') return [];
  const from = PLACE_OF[pass.status];
  if (from === null) throw new Refusal('CONFLICT');
  if (findActiveBooking(state, toClassId) !== undefined) throw new Refusal('ALREADY_BOOKED');
  if (overlapCheck !== undefined) assertNoOverlap(state, overlapCheck);
  const { lotId, classId } = pass;
  if (isLapsed(lot, now) || Date.parse(lot.expiresAt) < Date.parse(classStartsAt))
    throw new Refusal(
      'NO_PASS',
      { hasExpiringBefore: true, expiresAt: lot.expiresAt },
      toRulesFact(lot.extendedUnder),
    );
  if (lot[from] === 0) throw new Refusal('NO_PASS', { hasExpiringBefore: false });
  const at = now.toISOString();
  return [
    {
      type: 'PassMoved',
      data: {
        memberId,
        lotId,
        bookingId,
        classId,
        from,
        toBookingId,
        toClassId,
        classStartsAt,
        source,
        ...(expected === undefined ? {} : { expected }),
        at,
      },
    },
  ];
}
