import { reportDispute } from '#domain/dispute/decide.ts';
import { disputeDecider } from '#domain/dispute/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { defineCommand } from '../define-command.ts';
import { retryStaleAnswers, StaleAnswer } from '../payment/retry-stale-answers.ts';
import { stepContext } from '../step-context.ts';
import type { DisputeDeps } from './dispute-deps.ts';

/**
 * Records what Stripe reports of a dispute now, and an answer of ours that Stripe has, also one whose command was cut off.
 * Convergent: an old report never overwrites a newer one.
 * @throws Refusal DISPUTE_NOT_FOUND; PaymentsUnavailable
 */
export const recordDispute = defineCommand(
  'record-dispute',
  async (
    { deciders, payments }: DisputeDeps,
    { disputeId, memberId }: { disputeId: string; memberId: string },
    context,
  ) =>
    retryStaleAnswers(`The dispute ${disputeId}`, async () => {
      const known = await deciders.load(disputeDecider, disputeId);
      const facts = await payments.findDispute(disputeId);
      if (facts === null || facts.paymentIntentId === null) throw new Refusal('DISPUTE_NOT_FOUND');
      const { paymentIntentId, amountPence, reason, status, dueAt, answer } = facts;
      const report = { amountPence, reason, status, dueAt: dueAt?.toISOString() ?? null };
      const step = stepContext(context, 'dispute', known.state.eventCount, status);
      return deciders.handle(disputeDecider, disputeId, step, (current) => {
        if (current.eventCount !== known.state.eventCount) throw new StaleAnswer();
        const ids = { disputeId, paymentIntentId, memberId };
        return reportDispute(current, { ids, report, answer, now: context.now });
      });
    }),
);
