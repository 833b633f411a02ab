import type { SeatSource } from '../class/events.ts';
import type { SeenClass } from '../class/seen-class.ts';
import type { DomainEvent, EventDefinition } from '../event.ts';
import type { Offer } from '../pass/events.ts';

/** The source of a lot: one purchase, one membership period, staff, or another system that the studio came from. */
export type LotKind = 'purchase' | 'membership' | 'adjustment' | 'import';

/** Where a lot was brought over from. */
export interface BroughtLot {
  importId: string;
  /** The system that the studio came from, as the member sees it. */
  source: string;
  /** The file's SHA-256, and the line in it. */
  file: string;
  row: number;
  /** How many classes it had when it was bought; `passes` is what was left. */
  classes: number;
  /** The London day of the purchase or of the period's start; null when the file does not state it. */
  begins: string | null;
}

/** What the pass is for, so that any process can complete the booking after a crash. */
interface BookedClass {
  classStartsAt: string;
  source: SeatSource;
  /** What the member saw of the class, which it still has to be when the seat is claimed. */
  expected?: SeenClass;
}

/** A change by staff: a reason without names, and the idempotency key of the click. */
export interface Adjustment {
  key: string;
  reason: string;
}

interface PassMove {
  memberId: string;
  lotId: string;
  bookingId: number;
  classId: number;
}

/** The status of a pass before it moves to another booking. */
export type PassMovedFrom = 'used' | 'available' | 'forfeited';

/**
 * A pass is always in exactly one of: available, held, used, forfeited, expired, revoked. The comment beside each
 * event names the change.
 */
export type WalletEvent =
  /** → available */
  | DomainEvent<
      'LotGranted',
      {
        memberId: string;
        lotId: string;
        kind: LotKind;
        passName: string;
        passes: number;
        /** The price of the whole lot. */
        pricePence: number;
        /** The last instant at which it can be used: the end of a London day. */
        expiresAt: string;
        passId: number | null;
        paymentIntentId: string | null;
        offer: Offer | null;
        /** Only on lots from staff. */
        adjustment?: Adjustment;
        /** Only on periods of a plan without priority booking. */
        priority?: false;
        /** Only on lots that were brought over; `pricePence` is the value of what was left, and no payment here. */
        brought?: BroughtLot;
      }
    >
  /** available → held */
  | DomainEvent<'PassHeld', PassMove & BookedClass>
  /** held → used */
  | DomainEvent<'PassSpent', PassMove>
  /** held, used or forfeited → available; `refilledBy`: the booking that took the place of a late cancellation */
  | DomainEvent<
      'PassReturned',
      PassMove & ({ from: 'held' | 'used'; refilledBy?: never } | { from: 'forfeited'; refilledBy: number })
    >
  /** held or used → forfeited */
  | DomainEvent<'PassForfeited', PassMove & { from: 'held' | 'used' }>
  /**
   * used, available or forfeited → held: the pass goes to another booking, of another class (a move) or of the same
   * class (an undone cancellation)
   */
  | DomainEvent<
      'PassMoved',
      PassMove & BookedClass & { from: PassMovedFrom; toBookingId: number; toClassId: number }
    >
  /** held → its former status: the class it was moved to refused; `bookingId` is the booking that it returns to */
  | DomainEvent<'PassMovedBack', PassMove & { to: PassMovedFrom; fromBookingId: number }>
  /** available → expired */
  | DomainEvent<'LotExpired', { memberId: string; lotId: string; passes: number }>
  /** available → revoked; zero passes when all that a refund demands are in use and are revoked as they return */
  | DomainEvent<
      'LotRevoked',
      {
        memberId: string;
        lotId: string;
        passes: number;
        /** The total of passes that the lot's refunds and disputes demand, revoked or not. */
        demanded: number;
        /** `import`: what was brought over is taken back. */
        reason: 'refund' | 'dispute' | 'staff' | 'membership' | 'import';
        /** Only on passes that staff revoked. */
        adjustment?: Adjustment;
      }
    >
  /** revoked → available: the money is the studio's again */
  | DomainEvent<
      'LotRestored',
      {
        memberId: string;
        lotId: string;
        passes: number;
        demanded: number;
        reason: 'dispute_won' | 'refund_failed';
      }
    >
  /**
   * changes no pass. `because`: all closed days, London, for which the lot lasts a day longer now, in order. Otherwise the studio
   * took a class from its member, and `rulesVersion` is the rulebook that extended it; missing in older events.
   */
  | DomainEvent<
      'LotExtended',
      {
        memberId: string;
        lotId: string;
        expiresAt: string;
        rulesVersion?: number;
        because?: { closedDays: readonly string[] };
      }
    >
  /** changes no pass: days are not closed after all. `closedDays`: those that still are. */
  | DomainEvent<
      'LotExtensionWithdrawn',
      { memberId: string; lotId: string; expiresAt: string; closedDays: readonly string[] }
    >
  /** changes no pass: the lot ends early because the next period of its membership started */
  | DomainEvent<'LotClosed', { memberId: string; lotId: string; expiresAt: string }>;

export const walletEventDefinitions = {
  LotGranted: { version: 1 },
  PassHeld: { version: 1 },
  PassSpent: { version: 1 },
  PassReturned: { version: 1 },
  PassForfeited: { version: 1 },
  PassMoved: { version: 1 },
  PassMovedBack: { version: 1 },
  LotExpired: { version: 1 },
  LotRevoked: {
    version: 2,
    upcasters: {
      1: (data) => ({
        ...data,
        demanded: data.reason === 'refund' || data.reason === 'dispute' ? data.passes : 0,
      }),
    },
  },
  LotRestored: { version: 1 },
  LotExtended: { version: 1 },
  LotExtensionWithdrawn: { version: 1 },
  LotClosed: { version: 1 },
} satisfies Record<WalletEvent['type'], EventDefinition>;
