import { paymentDecider } from '#domain/payment/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { defineCommand } from '../define-command.ts';
import type { RefundDeps } from './read-sale.ts';
import { previewWithdraw, type Withdrawable, withdraw } from './withdraw.ts';

export interface OwnLot {
  readonly memberId: string;
  readonly lotId: string;
}

/** The paid purchase of a lot. @throws Refusal LOT_NOT_FOUND when it is not the member's, or was not bought */
async function findPurchase({ deciders }: RefundDeps, { memberId, lotId }: OwnLot): Promise<Withdrawable> {
  const { state: wallet } = await deciders.load(walletDecider, memberId);
  const lot = wallet.lots.get(lotId);
  if (lot === undefined || lot.kind !== 'purchase' || lot.paymentIntentId === null)
    throw new Refusal('LOT_NOT_FOUND');
  const { paymentIntentId } = lot;
  const { payment } = (await deciders.load(paymentDecider, paymentIntentId)).state;
  if (payment === null || payment.paidAt === null) throw new Refusal('LOT_NOT_FOUND');
  return { memberId, paidAt: new Date(payment.paidAt), sales: [{ paymentIntentId, lotId }] };
}

/**
 * Calculates what cancelling a purchase gives back now.
 * @throws Refusal LOT_NOT_FOUND; as `previewWithdraw`
 */
export const previewWithdrawal = async (deps: RefundDeps, own: OwnLot, now: Date) =>
  previewWithdraw(deps, await findPurchase(deps, own), now);

/**
 * A member cancels a purchase within 14 days.
 * @throws Refusal LOT_NOT_FOUND; as `withdraw`
 */
export const withdrawPurchase = defineCommand(
  'withdraw-purchase',
  async (deps: RefundDeps, own: OwnLot, context) => withdraw(deps, await findPurchase(deps, own), context),
);
