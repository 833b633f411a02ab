import type { SeatSource } from '../class/events.ts';
import type { SeenClass } from '../class/seen-class.ts';
import type { Offer } from '../pass/events.ts';
import type { LotKind, PassMovedFrom } from './events.ts';

/** One lot: its terms and the status of each of its passes. `granted` is always the sum of the six counts. */
export interface Lot {
  readonly lotId: string;
  readonly kind: LotKind;
  readonly passName: string;
  readonly granted: number;
  readonly pricePence: number;
  readonly grantedAt: string;
  readonly expiresAt: string;
  /** The closed days, London, for which it lasts a day longer, in order; part of `expiresAt`. */
  readonly closedDays: readonly string[];
  readonly paymentIntentId: string | null;
  readonly offer: Offer | null;
  readonly available: number;
  readonly held: number;
  readonly used: number;
  readonly forfeited: number;
  readonly expired: number;
  readonly revoked: number;
  /** How many passes refunds and disputes demand in total, and how many of these were revoked; the rest are in use. */
  readonly demanded: number;
  readonly recalled: number;
  /** The reason of the latest demand. */
  readonly demandedBy: 'refund' | 'dispute';
  /** The studio extended it after taking a class from its member. */
  readonly isExtended: boolean;
  /** The rulebook that extended it last; undefined when none did, or an older one. */
  readonly extendedUnder?: number | undefined;
  /** It is a period of a plan with priority booking. */
  readonly hasPriority: boolean;
}

/** The pass of one booking. It stays when it is settled, so that a booking never holds a second pass. */
export interface BookingPass {
  readonly bookingId: number;
  readonly classId: number;
  /** The start of the class when the pass was held; the studio may have moved it since. */
  readonly classStartsAt: string;
  readonly lotId: string;
  readonly source: SeatSource;
  /** What the member saw of the class. */
  readonly expected?: SeenClass | undefined;
  /** `moved`: it went to another booking, for good once that booking has used it. */
  readonly status: 'held' | 'used' | 'returned' | 'forfeited' | 'moved';
  /** The booking that the pass moved to. */
  readonly movedTo?: number;
  /** The booking that the pass came from, and its status there. */
  readonly movedFrom?: { readonly bookingId: number; readonly place: PassMovedFrom };
}

export interface WalletState {
  /** By lot id, oldest first. */
  readonly lots: ReadonlyMap<string, Lot>;
  /** By booking id. */
  readonly passes: ReadonlyMap<number, BookingPass>;
  /** The booking of each class that holds or has used a pass, or whose pass is being moved: at most one per class. */
  readonly activeByClass: ReadonlyMap<number, number>;
  /** Once-only offers that were granted. */
  readonly offersUsed: ReadonlySet<Offer>;
  /** When the first class was booked with a Sign Up Class: the special offer runs from this instant. */
  readonly signUpClassBookedAt: string | null;
  /** Idempotency keys of the adjustments by staff. */
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

/** Finds the booking that a pass is being moved to: held there, and back here if that class refuses. */
export function findPassUnderMove(state: WalletState, pass: BookingPass): BookingPass | undefined {
  if (pass.status !== 'moved' || pass.movedTo === undefined) return undefined;
  const next = state.passes.get(pass.movedTo);
  return next?.status === 'held' ? next : undefined;
}

export function isLapsed(lot: Lot, now: Date): boolean {
  return Date.parse(lot.expiresAt) < now.getTime();
}

/** Whether a period of a plan with priority runs now: its member books before pass holders, whichever lot pays. */
export function hasMembership(state: WalletState, now: Date): boolean {
  return [...state.lots.values()].some((lot) => lot.hasPriority && !isLapsed(lot, now));
}

/** Passes that can be used now. */
export function countRemainingPasses(state: WalletState, now: Date): number {
  let remaining = 0;
  for (const lot of state.lots.values()) if (!isLapsed(lot, now)) remaining += lot.available;
  return remaining;
}

/** The next instant at which available passes lapse; null when there are none. */
export function findNextExpiry(state: WalletState): string | null {
  let next: string | null = null;
  for (const { available, expiresAt } of state.lots.values()) {
    if (available > 0 && (next === null || Date.parse(expiresAt) < Date.parse(next))) next = expiresAt;
  }
  return next;
}
