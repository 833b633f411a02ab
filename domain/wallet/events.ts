import type { SeatSource } from '../class/events.ts';
import type { DomainEvent, EventDefinition } from '../event.ts';
import type { Offer } from '../pass/events.ts';

/** Where a lot comes from: one purchase, one membership period, or staff. */
export type LotKind = 'purchase' | 'membership' | 'adjustment';

/** Staff gave or took passes: why, in words that name nobody, and the one click it was, which counts once. */
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

/** Where a pass is before it is moved to another booking. */
export type PassMovedFrom = 'used' | 'available' | 'forfeited';

/**
 * A pass is always in exactly one of: available, held, used, forfeited, expired, revoked. The comment beside each
 * event says from where to where it moves passes.
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
        /** What was paid for the whole lot, pence. */
        pricePence: number;
        /** The last instant it can be used: the end of a London day. */
        expiresAt: string;
        passId: number | null;
        paymentIntentId: string | null;
        offer: Offer | null;
        /** Only on what staff gave by hand. */
        adjustment?: Adjustment;
      }
    >
  /** available → held; `source` says who books, so that anyone can bring the booking to its end after a crash */
  | DomainEvent<'PassHeld', PassMove & { classStartsAt: string; source: SeatSource }>
  /** held → used */
  | DomainEvent<'PassSpent', PassMove>
  /** held or used → available */
  | DomainEvent<'PassReturned', PassMove & { from: 'held' | 'used' }>
  /** held or used → forfeited */
  | DomainEvent<'PassForfeited', PassMove & { from: 'held' | 'used' }>
  /**
   * used, available or forfeited → held: the pass of one booking goes on to another, of another class (a move) or of the
   * same class (a cancellation undone)
   */
  | DomainEvent<
      'PassMoved',
      PassMove & {
        from: PassMovedFrom;
        toBookingId: number;
        toClassId: number;
        classStartsAt: string;
        source: SeatSource;
      }
    >
  /** held → where it came from: the class it was moved to said no; `bookingId` is the one that it goes back to */
  | DomainEvent<'PassMovedBack', PassMove & { to: PassMovedFrom; fromBookingId: number }>
  /** available → expired */
  | DomainEvent<'LotExpired', { memberId: string; lotId: string; passes: number }>
  /** available → revoked; may move none, when all that a refund asks for is in use and is taken as it comes back */
  | DomainEvent<
      'LotRevoked',
      {
        memberId: string;
        lotId: string;
        passes: number;
        /** How many passes of the lot refunds and disputes ask for in all, taken or not. */
        demanded: number;
        reason: 'refund' | 'dispute' | 'staff' | 'membership';
        /** Only on what staff took by hand. */
        adjustment?: Adjustment;
      }
    >
  /** revoked → available: the money came back to the studio */
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
  /** moves none */
  | DomainEvent<'LotExtended', { memberId: string; lotId: string; expiresAt: string }>
  /** moves none: the lot ends before its time, since the next period of its membership has begun */
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
  LotClosed: { version: 1 },
} satisfies Record<WalletEvent['type'], EventDefinition>;
