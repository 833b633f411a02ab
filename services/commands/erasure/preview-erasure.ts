import { walletDecider } from '#domain/wallet/decider.ts';
import { computeUnusedValue } from '#domain/wallet/pass-value.ts';
import { isLapsed } from '#domain/wallet/state.ts';
import { createDryRun } from '#infra/event-store/dry-run.ts';
import { defineCommand } from '../define-command.ts';
import { eraseMember } from './erase-member.ts';
import { type Erasure, type SettleErasureDeps, settleErasure } from './settle-erasure.ts';

export interface ErasurePreview {
  /** The classes of the bookings that would be cancelled. */
  readonly classIds: readonly number[];
  /** The number of waitlists that the member would leave. */
  readonly waitingIn: number;
  /** Unused passes, including those of the cancelled bookings. */
  readonly passesLost: number;
  readonly valueLostPence: number;
  readonly endsMembership: boolean;
}

/** Runs an erasure without appending and without a call to Stripe, to show what it would undo. */
export const previewErasure = defineCommand(
  'preview-erasure',
  async (deps: SettleErasureDeps, erasure: Erasure, context): Promise<ErasurePreview> => {
    const { memberId, subscriptionId } = erasure;
    const { deciders, events } = createDryRun(deps.deciders);
    const before = await deciders.load(walletDecider, memberId);
    await eraseMember({ deciders }, memberId, context);
    await settleErasure({ ...deps, deciders }, { ...erasure, subscriptionId: null }, context);
    const after = await deciders.load(walletDecider, memberId);
    let passesLost = 0;
    let valueLostPence = 0;
    for (const lot of after.state.lots.values()) {
      const forfeited = lot.forfeited - (before.state.lots.get(lot.lotId)?.forfeited ?? 0);
      const lost = forfeited + (isLapsed(lot, context.now) ? 0 : lot.available);
      passesLost += lost;
      valueLostPence += computeUnusedValue(lot, lost);
    }
    return {
      classIds: events.flatMap((event) => (event.type === 'SeatReleased' ? [event.data.classId] : [])),
      waitingIn: events.filter(({ type }) => type === 'WaitlistLeft').length,
      passesLost,
      valueLostPence,
      endsMembership: subscriptionId !== null,
    };
  },
);
