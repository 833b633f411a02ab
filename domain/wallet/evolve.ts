import { assertNever } from '../assert-never.ts';
import type { Adjustment, WalletEvent } from './events.ts';
import type { BookingPass, Lot, WalletState } from './state.ts';

function withAdjustment(state: WalletState, adjustment: Adjustment | undefined): WalletState {
  if (adjustment === undefined) return state;
  return { ...state, adjustments: new Set(state.adjustments).add(adjustment.key) };
}

type PassPlace = 'available' | 'held' | 'used' | 'forfeited' | 'expired' | 'revoked';

function withLot(state: WalletState, lotId: string, change: (lot: Lot) => Lot): WalletState {
  const lot = state.lots.get(lotId);
  if (lot === undefined) return state;
  return { ...state, lots: new Map(state.lots).set(lotId, change(lot)) };
}

function movePasses(
  state: WalletState,
  lotId: string,
  from: PassPlace,
  to: PassPlace,
  passes: number,
): WalletState {
  return withLot(state, lotId, (lot) => ({ ...lot, [from]: lot[from] - passes, [to]: lot[to] + passes }));
}

function withPass(state: WalletState, pass: BookingPass): WalletState {
  const activeByClass = new Map(state.activeByClass);
  if (pass.status === 'held' || pass.status === 'used') activeByClass.set(pass.classId, pass.bookingId);
  else if (activeByClass.get(pass.classId) === pass.bookingId) activeByClass.delete(pass.classId);
  return { ...state, passes: new Map(state.passes).set(pass.bookingId, pass), activeByClass };
}

function settle(
  state: WalletState,
  bookingId: number,
  status: BookingPass['status'],
  to: PassPlace,
): WalletState {
  const pass = state.passes.get(bookingId);
  if (pass?.status !== 'held' && pass?.status !== 'used') return state;
  const settled = withPass(movePasses(state, pass.lotId, pass.status, to, 1), { ...pass, status });
  return pass.status === 'held' ? releaseMovedFrom(settled, pass) : settled;
}

function returnForfeited(
  state: WalletState,
  { bookingId, lotId }: { bookingId: number; lotId: string },
): WalletState {
  const pass = state.passes.get(bookingId);
  if (pass?.status !== 'forfeited') return state;
  return withPass(movePasses(state, lotId, 'forfeited', 'available', 1), { ...pass, status: 'returned' });
}

/** Once the pass is settled, the booking it was moved from is no longer active in its class. */
function releaseMovedFrom(state: WalletState, { movedFrom }: BookingPass): WalletState {
  const from = movedFrom === undefined ? undefined : state.passes.get(movedFrom.bookingId);
  if (from === undefined || state.activeByClass.get(from.classId) !== from.bookingId) return state;
  const activeByClass = new Map(state.activeByClass);
  activeByClass.delete(from.classId);
  return { ...state, activeByClass };
}

const STATUS_IN = { used: 'used', available: 'returned', forfeited: 'forfeited' } as const;

function movePass(
  state: WalletState,
  data: Extract<WalletEvent, { type: 'PassMoved' }>['data'],
): WalletState {
  const { bookingId, lotId, from: place, toBookingId, toClassId, classStartsAt, source, expected } = data;
  const pass = state.passes.get(bookingId);
  if (pass === undefined) return state;
  const moved: BookingPass = { ...pass, status: 'moved', movedTo: toBookingId };
  const next: BookingPass = {
    bookingId: toBookingId,
    classId: toClassId,
    classStartsAt,
    lotId,
    source,
    expected,
    status: 'held',
    movedFrom: { bookingId, place },
  };
  // Until the pass is used there, the class it came from still counts as booked.
  const passes = new Map(state.passes).set(bookingId, moved);
  return withPass(movePasses({ ...state, passes }, lotId, place, 'held', 1), next);
}

function movePassBack(
  state: WalletState,
  { bookingId, lotId, fromBookingId, to }: Extract<WalletEvent, { type: 'PassMovedBack' }>['data'],
): WalletState {
  const pass = state.passes.get(bookingId);
  const refused = state.passes.get(fromBookingId);
  if (pass === undefined || refused === undefined) return state;
  const withoutRefused = withPass(movePasses(state, lotId, 'held', to, 1), {
    ...refused,
    status: 'returned',
  });
  const { movedTo: _movedTo, ...rest } = pass;
  return withPass(withoutRefused, { ...rest, status: STATUS_IN[to] });
}

// Long, since it has one short case for each event type.
export function evolveWallet(state: WalletState, event: WalletEvent): WalletState {
  switch (event.type) {
    case 'LotGranted': {
      const { lotId, kind, passName, passes, pricePence, expiresAt, paymentIntentId, offer, at } = event.data;
      const lot: Lot = {
        lotId,
        kind,
        passName,
        granted: passes,
        pricePence,
        grantedAt: at,
        expiresAt,
        closedDays: [],
        paymentIntentId,
        offer,
        available: passes,
        held: 0,
        used: 0,
        forfeited: 0,
        expired: 0,
        revoked: 0,
        demanded: 0,
        recalled: 0,
        demandedBy: 'refund',
        isExtended: false,
        hasPriority: kind === 'membership' && event.data.priority !== false,
      };
      return {
        ...withAdjustment(state, event.data.adjustment),
        lots: new Map(state.lots).set(lotId, lot),
        offersUsed: offer === null ? state.offersUsed : new Set(state.offersUsed).add(offer),
      };
    }
    case 'PassHeld': {
      const { bookingId, classId, classStartsAt, lotId, source, expected } = event.data;
      const held = movePasses(state, lotId, 'available', 'held', 1);
      return withPass(held, { bookingId, classId, classStartsAt, lotId, source, expected, status: 'held' });
    }
    case 'PassSpent': {
      const { bookingId, lotId, at } = event.data;
      const spent = settle(state, bookingId, 'used', 'used');
      const isFirst = state.signUpClassBookedAt === null && state.lots.get(lotId)?.offer === 'sign_up';
      return isFirst ? { ...spent, signUpClassBookedAt: at } : spent;
    }
    case 'PassReturned':
      if (event.data.from === 'forfeited') return returnForfeited(state, event.data);
      return settle(state, event.data.bookingId, 'returned', 'available');
    case 'PassForfeited':
      return settle(state, event.data.bookingId, 'forfeited', 'forfeited');
    case 'PassMoved':
      return movePass(state, event.data);
    case 'PassMovedBack':
      return movePassBack(state, event.data);
    case 'LotExpired':
      return movePasses(state, event.data.lotId, 'available', 'expired', event.data.passes);
    case 'LotRevoked': {
      const { lotId, passes, demanded, reason, adjustment } = event.data;
      const revoked = movePasses(withAdjustment(state, adjustment), lotId, 'available', 'revoked', passes);
      if (reason !== 'refund' && reason !== 'dispute') return revoked;
      return withLot(revoked, lotId, (lot) => ({
        ...lot,
        demanded,
        recalled: lot.recalled + passes,
        demandedBy: reason,
      }));
    }
    case 'LotRestored': {
      const { lotId, passes, demanded } = event.data;
      const restored = movePasses(state, lotId, 'revoked', 'available', passes);
      return withLot(restored, lotId, (lot) => ({ ...lot, demanded, recalled: lot.recalled - passes }));
    }
    case 'LotExtended': {
      const { lotId, expiresAt, because, rulesVersion } = event.data;
      const extended = because === undefined ? { isExtended: true, extendedUnder: rulesVersion } : because;
      return withLot(state, lotId, (lot) => ({ ...lot, expiresAt, ...extended }));
    }
    case 'LotExtensionWithdrawn': {
      const { lotId, expiresAt, closedDays } = event.data;
      return withLot(state, lotId, (lot) => ({ ...lot, expiresAt, closedDays }));
    }
    case 'LotClosed':
      return withLot(state, event.data.lotId, (lot) => ({ ...lot, expiresAt: event.data.expiresAt }));
    default:
      return assertNever(event);
  }
}
