import type { ReleaseReason } from '#domain/class/events.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { WalletState } from '#domain/wallet/state.ts';

/** Identifies a booking: fixed when its pass was held. */
export interface BookingRef {
  readonly bookingId: number;
  readonly classId: number;
  readonly memberId: string;
}

/** The final state of a booking. */
export type BookingEnd = {
  readonly bookingId: number;
  /** The member's wallet at that point, for the remaining passes. */
  readonly wallet: WalletState;
  /** The last position of the booking's events in the log: what read models must reach to show them. */
  readonly position: bigint | null;
} & (
  | { readonly outcome: 'booked' }
  /** The seat was booked and released; `refillable`: the pass comes back when another member takes the place. */
  | {
      readonly outcome: 'released';
      readonly reason: ReleaseReason;
      readonly passReturned: boolean;
      readonly refillable: boolean;
    }
  /** The class refused, and the pass was returned. */
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  /** The class had refused earlier, and the pass is returned. */
  | { readonly outcome: 'returned' }
  /** It never held a pass, so it does not exist. */
  | { readonly outcome: 'none' }
);
