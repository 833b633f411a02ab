import { savedCardsAnswer } from '#services/contract/cards.ts';
import { abandonPaymentJob } from '#workers/jobs/abandon-payment/definition.ts';
import { collectMissedWebhooks } from '#workers/jobs/collect-missed-webhooks/definition.ts';
import { completePaymentJob } from '#workers/jobs/complete-payment/definition.ts';
import { processStripeWebhook } from '#workers/jobs/process-stripe-webhook/definition.ts';
import { settleMembershipJob } from '#workers/jobs/settle-membership/definition.ts';
import { settleRefundsJob } from '#workers/jobs/settle-refunds/definition.ts';
import type { Scenario } from '../scenario.ts';
import { emptyCustomer, overtakenReadModel, unusedPayment } from './open-payments.ts';
import {
  book,
  buyPass,
  completePayment,
  finishCheckout,
  openCheckoutPage,
  payForPass,
  payOnCheckoutPage,
  refuseRenewal,
  renewAtStripe,
  signUpClass,
  startStalePayment,
  subscribe,
  threeClassPass,
  waitForWebhook,
} from './steps.ts';

/** Commands and jobs about payments, memberships and refunds. */
export const paymentScenarios: readonly Scenario[] = [
  {
    covers: [
      'payment/start-payment',
      'payment/read-special-offer',
      'payment/read-offer-days',
      'cards/open-card-customer',
    ],
    acceptedDifferences: [unusedPayment, overtakenReadModel, emptyCustomer],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      return () => cell.request(ann.token, 'POST', '/api/create-payment-intent', { passId: threeClassPass });
    },
  },
  {
    covers: ['cards/remove-card'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      await payForPass(cell, ann, threeClassPass, undefined, { keepsCard: true });
      const [card] = savedCardsAnswer.parse(await cell.request(ann.token, 'GET', '/api/user/cards')).cards;
      return () => cell.requestOrRefusal(ann.token, 'DELETE', `/api/user/cards/${card?.id}`);
    },
  },
  {
    covers: ['payment/complete-payment', 'payment/assert-paid', 'payment/read-payment'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const id = await payForPass(cell, ann, threeClassPass);
      return () => completePayment(cell, ann, id);
    },
  },
  {
    covers: ['payment/complete-payment', 'payment/refund-once', 'payment/refund-refused'],
    case: 'the offer has been used meanwhile',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const [first, second] = [
        await payForPass(cell, ann, signUpClass),
        await payForPass(cell, ann, signUpClass),
      ];
      await completePayment(cell, ann, first);
      return () =>
        cell.requestOrRefusal(ann.token, 'POST', '/api/complete-payment', { payment_intent_id: second });
    },
  },
  {
    covers: ['job complete-payment'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const paymentIntentId = await payForPass(cell, ann, threeClassPass);
      return () => cell.runJob(completePaymentJob, { paymentIntentId });
    },
  },
  {
    covers: ['job abandon-payment', 'payment/abandon-payment'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const paymentIntentId = await startStalePayment(cell, ann);
      return () => cell.runJob(abandonPaymentJob, { paymentIntentId });
    },
  },
  {
    covers: ['job process-stripe-webhook', 'payment/fail-payment'],
    case: 'a card was refused',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const id = await payForPass(cell, ann, threeClassPass, '4000000000000002');
      const eventId = await waitForWebhook(cell, 'payment_intent.payment_failed', id);
      return () => cell.runJob(processStripeWebhook, { eventId }, eventId);
    },
  },
  {
    covers: ['job process-stripe-webhook'],
    case: 'a payment succeeded',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const id = await payForPass(cell, ann, threeClassPass);
      const eventId = await waitForWebhook(cell, 'payment_intent.succeeded', id);
      return () => cell.runJob(processStripeWebhook, { eventId }, eventId);
    },
  },
  {
    covers: [
      'job settle-refunds',
      'payment/retry-stale-answers',
      'payment/settle-refunds',
      'payment/take-passes-back',
    ],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const classId = await cell.addClass();
      const paymentIntentId = await buyPass(cell, ann);
      await book(cell, ann, classId);
      await cell.studio.surviving.payments.refundPaymentIntent(paymentIntentId, { idempotencyKey: cell.tag });
      await cell.studio.waitForWebhooks();
      return () => cell.runJob(settleRefundsJob, { paymentIntentId });
    },
  },
  {
    covers: ['job collect-missed-webhooks'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const id = await payForPass(cell, ann, threeClassPass);
      const eventId = await waitForWebhook(cell, 'payment_intent.succeeded', id);
      await cell.studio.surviving.pool.query('DELETE FROM stripe_webhooks WHERE event_id = $1', [eventId]);
      return () => cell.runJob(collectMissedWebhooks, {});
    },
  },
  {
    covers: ['membership/open-checkout'],
    repeatReason: 'two payment pages are open; the first to be paid counts',
    acceptedDifferences: [
      {
        lines: /^[-+] stripe checkout[._]session open/,
        reason: 'a payment page at Stripe whose address no client received, so nobody can pay on it',
      },
    ],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      return () => openCheckoutPage(cell, ann);
    },
  },
  {
    covers: ['membership/complete-checkout', 'membership/grant-periods', 'membership/read-subscription'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const session = await payOnCheckoutPage(await openCheckoutPage(cell, ann));
      return () => finishCheckout(cell, ann, session);
    },
  },
  {
    covers: ['membership/refuse-second'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const pages = [await openCheckoutPage(cell, ann), await openCheckoutPage(cell, ann)] as const;
      const [first, second] = [await payOnCheckoutPage(pages[0]), await payOnCheckoutPage(pages[1])];
      await finishCheckout(cell, ann, first);
      return () => finishCheckout(cell, ann, second);
    },
  },
  {
    covers: ['job settle-membership', 'membership/settle-membership'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      await payOnCheckoutPage(await openCheckoutPage(cell, ann));
      const subscriptionId = await readSubscriptionId(cell, ann.id);
      return () => cell.runJob(settleMembershipJob, { subscriptionId });
    },
  },
  {
    covers: ['membership/cancel-membership', 'membership/cancel-at-period-end'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const { id } = await subscribe(cell, ann);
      return () => cell.requestOrRefusal(ann.token, 'POST', `/api/membership/${id}/cancel`);
    },
  },
  {
    covers: ['membership/cancel-membership', 'membership/resume-membership'],
    case: 'and resuming it',
    acceptedDifferences: [
      {
        lines: /^\+ mail membership-cancelling to ann$/,
        reason: 'the email about the cancellation was sent before the membership was resumed',
      },
    ],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const { id } = await subscribe(cell, ann);
      await cell.request(ann.token, 'POST', `/api/membership/${id}/cancel`);
      return () => cell.requestOrRefusal(ann.token, 'POST', `/api/membership/${id}/resume`);
    },
  },
  {
    covers: ['membership/pause-membership'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const { id } = await subscribe(cell, ann);
      return () => cell.requestOrRefusal(ann.token, 'POST', `/api/membership/${id}/pause`);
    },
  },
  {
    covers: ['membership/withdraw-pause'],
    acceptedDifferences: [
      {
        lines: /^\+ mail membership-pause to ann$/,
        reason: 'the email about the pause was sent before it was withdrawn',
      },
    ],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const { id } = await subscribe(cell, ann);
      await cell.request(ann.token, 'POST', `/api/membership/${id}/pause`);
      return () => cell.requestOrRefusal(ann.token, 'DELETE', `/api/membership/${id}/pause`);
    },
  },
  {
    covers: ['job settle-membership', 'membership/settle-membership'],
    case: 'its pause begins',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const { id, subscriptionId } = await subscribe(cell, ann);
      await cell.request(ann.token, 'POST', `/api/membership/${id}/pause`);
      await renewAtStripe(cell, subscriptionId);
      return () => cell.runJob(settleMembershipJob, { subscriptionId });
    },
  },
  ...(['now', 'period_end'] as const).map(
    (when): Scenario => ({
      covers: ['membership/cancel-membership', 'membership/cancel-at-period-end'],
      case: `unpaid, ${when === 'now' ? 'at once' : 'with its month'}`,
      acceptedDifferences: [
        {
          lines: /^\+ mail membership-payment-failed to ann$/,
          reason: 'the email about the failed payment was sent before the membership was cancelled',
        },
      ],
      async prepare(cell) {
        const ann = await cell.addMember('ann');
        const membership = await subscribe(cell, ann);
        await refuseRenewal(cell, membership);
        return () =>
          cell.requestOrRefusal(ann.token, 'POST', `/api/membership/${membership.id}/cancel`, { when });
      },
    }),
  ),
  {
    covers: ['job process-stripe-webhook', 'membership/settle-membership-refund'],
    case: 'a month of a membership was refunded',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const { paymentIntentId } = await subscribe(cell, ann);
      await cell.studio.surviving.payments.refundPaymentIntent(paymentIntentId, { idempotencyKey: cell.tag });
      const eventId = await waitForWebhook(cell, 'charge.refunded', paymentIntentId);
      return () => cell.runJob(processStripeWebhook, { eventId }, eventId);
    },
  },
];

async function readSubscriptionId(
  cell: Parameters<Scenario['prepare']>[0],
  memberId: string,
): Promise<string> {
  const { rows } = await cell.studio.surviving.pool.query<{ id: string }>(
    `SELECT id FROM sandbox.stripe_objects WHERE kind = 'subscription' AND data -> 'metadata' ->> 'memberId' = $1`,
    [memberId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('No subscription at Stripe');
  return row.id;
}
