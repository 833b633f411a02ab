import { Refusal } from '#domain/refusal.ts';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import type { BookingRef } from './booking-end.ts';
import { releaseBooking } from './release-booking.ts';

export interface CancellationResult {
  /** Whether the pass went back to its lot. */
  readonly passReturned: boolean;
  /** Whether the returned pass was revoked immediately, because its lot was refunded. */
  readonly passPaidBack: boolean;
  /** Whether the lost pass comes back when another member takes the place. */
  readonly refillable: boolean;
  /** The current state of the lot that paid: the studio may have extended it. */
  readonly lot: { readonly passName: string; readonly expiresAt: string };
  readonly creditsRemaining: number;
  readonly position: bigint | null;
}

/** Releases the booking and describes the result. @throws Refusal as `releaseBooking` */
export async function cancelBookingBy(
  deps: CommandDeps,
  booking: BookingRef,
  by: 'member' | 'staff' | 'member-undo',
  context: CommandContext,
): Promise<CancellationResult> {
  const end = await releaseBooking(deps, booking, by, context);
  // A concurrent move uses the pass for the other class.
  const isMoved = end.wallet.passes.get(booking.bookingId)?.status === 'moved';
  if (end.outcome !== 'released' || isMoved) throw new Refusal('CONFLICT');
  const { passReturned, refillable, position, wallet } = end;
  const lot = wallet.lots.get(wallet.passes.get(booking.bookingId)?.lotId ?? '');
  if (lot === undefined) throw new Error(`Booking ${booking.bookingId} was paid from no lot`);
  const { passName, expiresAt, recalled, available } = lot;
  return {
    passReturned,
    refillable,
    passPaidBack: passReturned && recalled > 0 && available === 0,
    lot: { passName, expiresAt },
    position,
    creditsRemaining: countRemainingPasses(wallet, context.now),
  };
}
