import type { ReleaseReason } from '#domain/class/events.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { WalletState } from '#domain/wallet/state.ts';

/** Which booking: an immutable fact, fixed when its pass was held. */
export interface BookingRef {
  readonly bookingId: number;
  readonly classId: number;
  readonly memberId: string;
}

/** Where a booking ended. */
export type BookingEnd = {
  readonly bookingId: number;
  /** The member's wallet at the end, for what remains in it. */
  readonly wallet: WalletState;
  /** The last position that the booking's events have in the store: what read models must reach to show them. */
  readonly position: bigint | null;
} & (
  | { readonly outcome: 'booked' }
  /** The seat was had and given up. */
  | { readonly outcome: 'released'; readonly reason: ReleaseReason; readonly passReturned: boolean }
  /** The class said no, and the pass went back. */
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  /** The class had said no before, and the pass is back. */
  | { readonly outcome: 'returned' }
  /** It never held a pass, so it never was. */
  | { readonly outcome: 'none' }
);

/** The later of two positions. */
export function pickLaterPosition(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
