import type { SeatSource } from '../class/events.ts';
import type { Offer } from '../pass/events.ts';
import type { LotKind, PassMovedFrom } from './events.ts';

/** One lot: its terms, and where each of its passes is now. `granted` is always the sum of the six counts. */
export interface Lot {
  readonly lotId: string;
  readonly kind: LotKind;
  readonly passName: string;
  readonly granted: number;
  readonly pricePence: number;
  readonly expiresAt: string;
  readonly paymentIntentId: string | null;
  readonly offer: Offer | null;
  readonly available: number;
  readonly held: number;
  readonly used: number;
  readonly forfeited: number;
  readonly expired: number;
  readonly revoked: number;
  /** What refunds and disputes ask for in all, and how much of that was taken back; the rest is in use. */
  readonly demanded: number;
  readonly recalled: number;
  /** Why, when last asked. */
  readonly demandedBy: 'refund' | 'dispute';
  /** The studio gave it more time, since it took a class from its member. */
  readonly extended: boolean;
}

/** The pass of one booking. It stays when it is settled, so that a booking never takes a second pass. */
export interface BookingPass {
  readonly bookingId: number;
  readonly classId: number;
  /** When the class began as the pass was held; the studio may have moved it since. */
  readonly classStartsAt: string;
  readonly lotId: string;
  readonly source: SeatSource;
  /** `moved`: it went on to another booking, for good once that one has used it. */
  readonly status: 'held' | 'used' | 'returned' | 'forfeited' | 'moved';
  /** The booking it went on to. */
  readonly movedTo?: number;
  /** The booking it came from, and how it stood there. */
  readonly movedFrom?: { readonly bookingId: number; readonly place: PassMovedFrom };
}

export interface WalletState {
  /** By lot id, oldest first. */
  readonly lots: ReadonlyMap<string, Lot>;
  /** By booking id. */
  readonly passes: ReadonlyMap<number, BookingPass>;
  /** The booking of each class that holds or has used a pass, or whose pass is just being moved: at most one a class. */
  readonly activeByClass: ReadonlyMap<number, number>;
  /** Once-only offers that were granted, for ever. */
  readonly offersUsed: ReadonlySet<Offer>;
  /** When the first class was booked with a Sign Up Class: the special offer runs from then. */
  readonly signUpClassBookedAt: string | null;
  /** Keys of the times that staff gave or took passes by hand. */
  readonly adjustments: ReadonlySet<string>;
}

export const initialWallet: WalletState = {
  lots: new Map(),
  passes: new Map(),
  activeByClass: new Map(),
  offersUsed: new Set(),
  signUpClassBookedAt: null,
  adjustments: new Set(),
};

/** The member's booking in a class that holds or has used a pass. */
export function findActiveBooking(state: WalletState, classId: number): BookingPass | undefined {
  const bookingId = state.activeByClass.get(classId);
  return bookingId === undefined ? undefined : state.passes.get(bookingId);
}

/** The booking that a pass is on its way to: held there, and back here should the class say no. */
export function findPassUnderMove(state: WalletState, pass: BookingPass): BookingPass | undefined {
  if (pass.status !== 'moved' || pass.movedTo === undefined) return undefined;
  const next = state.passes.get(pass.movedTo);
  return next?.status === 'held' ? next : undefined;
}

export function isLapsed(lot: Lot, now: Date): boolean {
  return Date.parse(lot.expiresAt) < now.getTime();
}

/** Whether a membership's period runs now: its member books before pass holders, whichever lot pays. */
export function hasMembership(state: WalletState, now: Date): boolean {
  return [...state.lots.values()].some((lot) => lot.kind === 'membership' && !isLapsed(lot, now));
}

/** Passes that can be used now. */
export function countRemainingPasses(state: WalletState, now: Date): number {
  let remaining = 0;
  for (const lot of state.lots.values()) if (!isLapsed(lot, now)) remaining += lot.available;
  return remaining;
}

/** The next instant at which passes lapse unless they are used; null when none can. */
export function findNextExpiry(state: WalletState): string | null {
  let next: string | null = null;
  for (const { available, expiresAt } of state.lots.values()) {
    if (available > 0 && (next === null || Date.parse(expiresAt) < Date.parse(next))) next = expiresAt;
  }
  return next;
}
