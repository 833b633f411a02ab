import { millisecondsInMinute } from 'date-fns/constants';
import type { SeatSource } from '../class/events.ts';
import { Refusal } from '../refusal.ts';
import { expireLot } from './decide-lots.ts';
import type { WalletEvent } from './events.ts';
import { extendByGrace } from './grace.ts';
import { type BookingPass, findActiveBooking, isLapsed, type Lot, type WalletState } from './state.ts';

export interface PassHold {
  readonly memberId: string;
  readonly bookingId: number;
  readonly classId: number;
  readonly classStartsAt: string;
  readonly source: SeatSource;
  readonly now: Date;
}

/**
 * Chooses the lot that pays for a booking: soonest expiry first, then the oldest.
 * @throws Refusal NO_PASS; its `hasExpiringBefore` is true when a pass exists but lapses before the class
 */
export function chooseLot(state: WalletState, classStartsAt: string, now: Date): Lot {
  let chosen: Lot | undefined;
  let lapsesBefore: Lot | undefined;
  for (const lot of state.lots.values()) {
    if (lot.available === 0 || isLapsed(lot, now)) continue;
    const expiry = Date.parse(lot.expiresAt);
    if (expiry < Date.parse(classStartsAt)) lapsesBefore ??= lot;
    else if (chosen === undefined || expiry < Date.parse(chosen.expiresAt)) chosen = lot;
  }
  if (chosen !== undefined) return chosen;
  throw new Refusal(
    'NO_PASS',
    lapsesBefore === undefined
      ? { hasExpiringBefore: false }
      : { hasExpiringBefore: true, expiresAt: lapsesBefore.expiresAt },
  );
}

/** The length of a class (spec 000 section 9): two that start closer together overlap. */
const CLASS_MS = 50 * millisecondsInMinute;

/** Prevents two waitlists from booking a member into overlapping classes. @throws Refusal OVERLAPPING_BOOKING */
function assertNoOverlap(state: WalletState, { source, classStartsAt }: PassHold): void {
  if (source !== 'waitlist') return;
  for (const bookingId of state.activeByClass.values()) {
    const other = state.passes.get(bookingId);
    if (other === undefined) continue;
    if (Math.abs(Date.parse(other.classStartsAt) - Date.parse(classStartsAt)) < CLASS_MS)
      throw new Refusal('OVERLAPPING_BOOKING');
  }
}

/**
 * Holds a pass for a booking. Appends nothing for a booking that had its pass, or for a class that the member has a
 * booking in: the caller finds that booking by `findActiveBooking`.
 * @throws Refusal NO_PASS; OVERLAPPING_BOOKING to the waitlist
 */
export function holdPass(state: WalletState, hold: PassHold): WalletEvent[] {
  const { memberId, bookingId, classId, classStartsAt, source, now } = hold;
  if (state.passes.has(bookingId) || findActiveBooking(state, classId) !== undefined) return [];
  assertNoOverlap(state, hold);
  const { lotId } = chooseLot(state, classStartsAt, now);
  const at = now.toISOString();
  return [{ type: 'PassHeld', data: { memberId, lotId, bookingId, classId, classStartsAt, source, at } }];
}

export interface PassSettlement {
  readonly memberId: string;
  readonly bookingId: number;
  readonly now: Date;
}

const toPassMove = (memberId: string, { lotId, bookingId, classId }: BookingPass, now: Date) => ({
  memberId,
  lotId,
  bookingId,
  classId,
  at: now.toISOString(),
});

/** Revokes a pass that returns to a refunded lot, because its money went back. */
function revokeDemanded(lot: Lot | undefined, memberId: string, now: Date): WalletEvent[] {
  if (lot === undefined || lot.demanded <= lot.recalled) return [];
  const { lotId, demanded, demandedBy: reason } = lot;
  return [
    { type: 'LotRevoked', data: { memberId, lotId, passes: 1, demanded, reason, at: now.toISOString() } },
  ];
}

/** Spends the held pass, because the seat is booked. Appends nothing for a pass that is not held. */
export function spendPass(state: WalletState, { memberId, bookingId, now }: PassSettlement): WalletEvent[] {
  const pass = state.passes.get(bookingId);
  if (pass?.status !== 'held') return [];
  return [{ type: 'PassSpent', data: toPassMove(memberId, pass, now) }];
}

/** Moves the pass back to the booking that it came from, in its former status. */
function moveBack(state: WalletState, { pass, from, memberId, now }: MoveBack): WalletEvent[] {
  const { bookingId, place: to } = from;
  const origin = state.passes.get(bookingId);
  if (origin === undefined) throw new Error(`Booking ${pass.bookingId} has the pass of an unknown booking`);
  const back: WalletEvent = {
    type: 'PassMovedBack',
    data: { ...toPassMove(memberId, origin, now), to, fromBookingId: pass.bookingId },
  };
  return to === 'available' ? [back, ...revokeDemanded(state.lots.get(pass.lotId), memberId, now)] : [back];
}

interface MoveBack {
  readonly pass: BookingPass;
  readonly from: NonNullable<BookingPass['movedFrom']>;
  readonly memberId: string;
  readonly now: Date;
}

/** Returns the held pass, because there is no seat. A pass that was used meanwhile stays used. */
export function unholdPass(state: WalletState, { memberId, bookingId, now }: PassSettlement): WalletEvent[] {
  const pass = state.passes.get(bookingId);
  if (pass?.status !== 'held') return [];
  if (pass.movedFrom !== undefined) return moveBack(state, { pass, from: pass.movedFrom, memberId, now });
  const returned: WalletEvent = {
    type: 'PassReturned',
    data: { ...toPassMove(memberId, pass, now), from: 'held' },
  };
  return [returned, ...revokeDemanded(state.lots.get(pass.lotId), memberId, now)];
}

/**
 * Returns a booking's pass to its own lot. When the studio is the cause (`extend`) the lot lasts at least 7 more
 * days; what has lapsed of the lot expires first, so that it does not become usable again. Appends nothing when the
 * pass is settled.
 */
export function returnPass(
  state: WalletState,
  { memberId, bookingId, extend, now }: PassSettlement & { extend: boolean },
): WalletEvent[] {
  const pass = state.passes.get(bookingId);
  if (pass?.status !== 'held' && pass?.status !== 'used') return [];
  const returned: WalletEvent = {
    type: 'PassReturned',
    data: { ...toPassMove(memberId, pass, now), from: pass.status },
  };
  const lot = state.lots.get(pass.lotId);
  const owed = revokeDemanded(lot, memberId, now);
  if (!extend || lot === undefined || owed.length > 0) return [returned, ...owed];
  return [...expireLot(lot, { memberId, now }), returned, ...extendByGrace(lot, { memberId, now })];
}

/** Forfeits the pass of a late cancellation. Appends nothing when the pass is settled. */
export function forfeitPass(state: WalletState, { memberId, bookingId, now }: PassSettlement): WalletEvent[] {
  const pass = state.passes.get(bookingId);
  if (pass?.status !== 'held' && pass?.status !== 'used') return [];
  return [{ type: 'PassForfeited', data: { ...toPassMove(memberId, pass, now), from: pass.status } }];
}
