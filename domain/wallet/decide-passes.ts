import type { SeatSource } from '../class/events.ts';
import type { SeenClass } from '../class/seen-class.ts';
import { Refusal, toRulesFact } from '../refusal.ts';
import type { Rules } from '../rules/rules.ts';
import { expireLot } from './decide-lots.ts';
import type { WalletEvent } from './events.ts';
import { extendByGrace } from './grace.ts';
import { assertNoOverlap, type OverlapCheck } from './overlap.ts';
import { type BookingPass, findActiveBooking, isLapsed, type Lot, type WalletState } from './state.ts';

export interface PassHold {
  readonly memberId: string;
  readonly bookingId: number;
  readonly classId: number;
  readonly classStartsAt: string;
  readonly source: SeatSource;
  /** What the member saw of the class. */
  readonly expected?: SeenClass | undefined;
  /** Left out when the booking may overlap with another one. */
  readonly overlapCheck?: OverlapCheck | undefined;
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
    toRulesFact(lapsesBefore?.extendedUnder),
  );
}

/**
 * Holds a pass for a booking. Appends nothing for a booking that had its pass, or for a class in which the member has a booking.
 * The caller finds that booking by `findActiveBooking`.
 * @throws Refusal NO_PASS, OVERLAPS_BOOKING; ClassesNeeded
 */
export function holdPass(state: WalletState, hold: PassHold): WalletEvent[] {
  const { memberId, bookingId, classId, classStartsAt, source, expected, overlapCheck, now } = hold;
  if (state.passes.has(bookingId) || findActiveBooking(state, classId) !== undefined) return [];
  if (overlapCheck !== undefined) assertNoOverlap(state, overlapCheck);
  const { lotId } = chooseLot(state, classStartsAt, now);
  const at = now.toISOString();
  const booked = { classStartsAt, source, ...(expected === undefined ? {} : { expected }) };
  return [{ type: 'PassHeld', data: { memberId, lotId, bookingId, classId, ...booked, at } }];
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
 * Returns a booking's pass to its own lot. When the studio is the cause (`extend`) the lot lasts at least the days of
 * grace. Lapsed passes of the lot expire first, so that they do not become usable again. Appends nothing when the
 * pass is settled.
 */
export function returnPass(
  state: WalletState,
  { memberId, bookingId, extend, now }: PassSettlement & { extend: boolean },
  rules: Rules,
): WalletEvent[] {
  const pass = state.passes.get(bookingId);
  if (pass?.status !== 'held' && pass?.status !== 'used') return [];
  const returned: WalletEvent = {
    type: 'PassReturned',
    data: { ...toPassMove(memberId, pass, now), from: pass.status },
  };
  return giveBack(state.lots.get(pass.lotId), returned, { memberId, extend, now }, rules);
}

/** The return of a pass with what follows for its lot: it is revoked again if refunded, or extended by the grace. */
function giveBack(
  lot: Lot | undefined,
  returned: WalletEvent,
  { memberId, extend, now }: { memberId: string; extend: boolean; now: Date },
  rules: Rules,
): WalletEvent[] {
  const owed = revokeDemanded(lot, memberId, now);
  if (!extend || lot === undefined || owed.length > 0) return [returned, ...owed];
  return [...expireLot(lot, { memberId, now }), returned, ...extendByGrace(lot, { memberId, now }, rules)];
}

/**
 * Returns the pass of a late cancellation because another booking took the place; its lot lasts at least the days of
 * grace. A pass that is not forfeited yet is forfeited first. Appends nothing for a pass that came back or moved on.
 */
export function returnRefilledPass(
  state: WalletState,
  { refilledBy, ...settlement }: PassSettlement & { refilledBy: number },
  rules: Rules,
): WalletEvent[] {
  const { memberId, bookingId, now } = settlement;
  const pass = state.passes.get(bookingId);
  const forfeited = forfeitPass(state, settlement);
  if (pass === undefined || (pass.status !== 'forfeited' && forfeited.length === 0)) return [];
  const returned: WalletEvent = {
    type: 'PassReturned',
    data: { ...toPassMove(memberId, pass, now), from: 'forfeited', refilledBy },
  };
  const lot = state.lots.get(pass.lotId);
  return [...forfeited, ...giveBack(lot, returned, { memberId, extend: true, now }, rules)];
}

/** Forfeits the pass of a late cancellation. Appends nothing when the pass is settled. */
export function forfeitPass(state: WalletState, { memberId, bookingId, now }: PassSettlement): WalletEvent[] {
  const pass = state.passes.get(bookingId);
  if (pass?.status !== 'held' && pass?.status !== 'used') return [];
  return [{ type: 'PassForfeited', data: { ...toPassMove(memberId, pass, now), from: pass.status } }];
}
