import type { ClassEvent } from '#domain/class/events.ts';
import { forfeitPass, returnPass, returnRefilledPass, unholdPass } from '#domain/wallet/decide-passes.ts';
import type { WalletState } from '#domain/wallet/state.ts';
import type { Scene } from './scene.ts';
import type { World } from './worlds.ts';

export interface Booking {
  readonly classId: number;
  readonly memberId: string;
  readonly bookingId: number;
}

type Refill = Extract<ClassEvent, { type: 'LateCancellationRefilled' }>;

/** Settles the pass of a seat that was released, as its release determines. */
export function decideSettlement(
  { worlds, rules, now }: Scene,
  world: World,
  booking: Booking,
  wallet: WalletState,
) {
  const { classId, memberId, bookingId } = booking;
  const seat = worlds.classes.get(classId)[world].seats.get(bookingId);
  const released = seat?.released;
  const settlement = { memberId, bookingId, now };
  if (released === undefined) return unholdPass(wallet, settlement);
  if (released === null) return [];
  const { returnsPass, refilledBy } = released;
  if (refilledBy !== undefined)
    return returnRefilledPass(wallet, { ...settlement, refilledBy }, rules[world]);
  if (!returnsPass) return forfeitPass(wallet, settlement);
  const extend =
    released.reason === 'removed' ||
    released.reason === 'class_cancelled' ||
    (released.reason === 'cancelled' && seat?.isRescheduled === true);
  return returnPass(wallet, { ...settlement, extend }, rules[world]);
}

/** Settles immediately the pass of a seat that only the world that would be releases so. */
export function settleRelease(scene: Scene, booking: Booking): void {
  const { wallets } = scene.worlds;
  const { wouldBe } = wallets.get(booking.memberId);
  wallets.applyTo('wouldBe', booking.memberId, decideSettlement(scene, 'wouldBe', booking, wouldBe));
}

/** Returns immediately the pass of a late cancellation that only a booking of the world that would be refills so. */
export function settleRefill(
  scene: Scene,
  wouldBe: readonly ClassEvent[],
  recorded: readonly ClassEvent[] = [],
): void {
  const isRecorded = ({ data }: Refill) =>
    recorded.some(
      (event) =>
        event.type === 'LateCancellationRefilled' &&
        event.data.bookingId === data.bookingId &&
        event.data.byBookingId === data.byBookingId,
    );
  for (const event of wouldBe)
    if (event.type === 'LateCancellationRefilled' && !isRecorded(event)) settleRelease(scene, event.data);
}
