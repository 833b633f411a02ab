import { pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { type DisputeDeps, findPayer } from './dispute-deps.ts';
import { recordDispute } from './record-dispute.ts';

/**
 * Records what Stripe reports of the disputes of a payment. Webhooks and sweeps may call it in any order, any number of
 * times.
 * @throws PaymentsUnavailable
 */
export const followDisputes = defineCommand(
  'follow-disputes',
  async (deps: DisputeDeps, { paymentIntentId }: { paymentIntentId: string }, context) => {
    let position: bigint | null = null;
    const memberId = await findPayer(deps, paymentIntentId);
    if (memberId === null) return { position };
    for (const { id: disputeId } of await deps.payments.listDisputes(paymentIntentId)) {
      const recorded = await recordDispute(deps, { disputeId, memberId }, context);
      position = pickLaterPosition(recorded.position, position);
    }
    return { position };
  },
);
