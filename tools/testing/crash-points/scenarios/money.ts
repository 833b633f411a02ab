import { abandonPaymentJob } from '#workers/jobs/abandon-payment/definition.ts';
import { collectMissedWebhooks } from '#workers/jobs/collect-missed-webhooks/definition.ts';
import { completePaymentJob } from '#workers/jobs/complete-payment/definition.ts';
import { processStripeWebhook } from '#workers/jobs/process-stripe-webhook/definition.ts';
import { settleMembershipJob } from '#workers/jobs/settle-membership/definition.ts';
import { settleRefundsJob } from '#workers/jobs/settle-refunds/definition.ts';
import type { Scenario } from '../scenario.ts';
import {
  book,
  buy,
  complete,
  finishCheckout,
  leftUnpaid,
  openPage,
  pay,
  payPage,
  signUpClass,
  subscribe,
  threeClassPass,
  webhookOf,
} from './steps.ts';

const unheardOf = {
  lines: /^[-+] stripe payment_intent requires_payment_method \d+$/,
  because: 'a payment at Stripe whose secret nobody was told, so that nobody can pay it',
};

/** Commands and jobs about payments, memberships and the money that goes back. */
export const moneyScenarios: readonly Scenario[] = [
  {
    covers: ['payment/start-payment', 'payment/read-special-offer', 'payment/read-offer-days'],
    twice: 'two payments are open, and each is cancelled at Stripe when nobody pays it for a day',
    exceptions: [unheardOf],
    async prepare(cell) {
      const ann = await cell.member('ann');
      return () => cell.ask(ann.token, 'POST', '/api/create-payment-intent', { passId: threeClassPass });
    },
  },
  {
    covers: ['payment/complete-payment', 'payment/assert-paid', 'payment/read-payment'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const id = await pay(cell, ann, threeClassPass);
      return () => complete(cell, ann, id);
    },
  },
  {
    covers: ['payment/complete-payment', 'payment/refund-once', 'payment/refund-refused'],
    case: 'of an offer that was used meanwhile',
    async prepare(cell) {
      const ann = await cell.member('ann');
      const [first, second] = [await pay(cell, ann, signUpClass), await pay(cell, ann, signUpClass)];
      await complete(cell, ann, first);
      return () => cell.tryTo(ann.token, 'POST', '/api/complete-payment', { payment_intent_id: second });
    },
  },
  {
    covers: ['job complete-payment'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const paymentIntentId = await pay(cell, ann, threeClassPass);
      return () => cell.work(completePaymentJob, { paymentIntentId });
    },
  },
  {
    covers: ['job abandon-payment', 'payment/abandon-payment'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const paymentIntentId = await leftUnpaid(cell, ann);
      return () => cell.work(abandonPaymentJob, { paymentIntentId });
    },
  },
  {
    covers: ['job process-stripe-webhook', 'payment/fail-payment'],
    case: 'a card was refused',
    async prepare(cell) {
      const ann = await cell.member('ann');
      const id = await pay(cell, ann, threeClassPass, '4000000000000002');
      const eventId = await webhookOf(cell, 'payment_intent.payment_failed', id);
      return () => cell.work(processStripeWebhook, { eventId }, eventId);
    },
  },
  {
    covers: ['job process-stripe-webhook'],
    case: 'a payment succeeded',
    async prepare(cell) {
      const ann = await cell.member('ann');
      const id = await pay(cell, ann, threeClassPass);
      const eventId = await webhookOf(cell, 'payment_intent.succeeded', id);
      return () => cell.work(processStripeWebhook, { eventId }, eventId);
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
      const ann = await cell.member('ann');
      const classId = await cell.class();
      const paymentIntentId = await buy(cell, ann);
      await book(cell, ann, classId);
      await cell.studio.lasting.payments.refundPaymentIntent(paymentIntentId, { idempotencyKey: cell.tag });
      await cell.studio.told();
      return () => cell.work(settleRefundsJob, { paymentIntentId });
    },
  },
  {
    covers: ['job collect-missed-webhooks'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const id = await pay(cell, ann, threeClassPass);
      const eventId = await webhookOf(cell, 'payment_intent.succeeded', id);
      await cell.studio.lasting.pool.query('DELETE FROM stripe_webhooks WHERE event_id = $1', [eventId]);
      return () => cell.work(collectMissedWebhooks, {});
    },
  },
  {
    covers: ['membership/open-checkout'],
    twice: 'two payment pages are open; the first that is paid counts',
    exceptions: [
      {
        lines: /^[-+] stripe checkout[._]session open/,
        because: 'a payment page at Stripe whose address nobody was told, so that nobody can pay on it',
      },
    ],
    async prepare(cell) {
      const ann = await cell.member('ann');
      return () => openPage(cell, ann);
    },
  },
  {
    covers: ['membership/complete-checkout', 'membership/grant-periods', 'membership/read-subscription'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const session = await payPage(await openPage(cell, ann));
      return () => finishCheckout(cell, ann, session);
    },
  },
  {
    covers: ['membership/refuse-second'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const pages = [await openPage(cell, ann), await openPage(cell, ann)] as const;
      const [first, second] = [await payPage(pages[0]), await payPage(pages[1])];
      await finishCheckout(cell, ann, first);
      return () => finishCheckout(cell, ann, second);
    },
  },
  {
    covers: ['job settle-membership', 'membership/settle-membership'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      await payPage(await openPage(cell, ann));
      const subscriptionId = await subscriptionOf(cell, ann.id);
      return () => cell.work(settleMembershipJob, { subscriptionId });
    },
  },
  {
    covers: ['membership/cancel-membership', 'membership/cancel-at-period-end'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const { id } = await subscribe(cell, ann);
      return () => cell.tryTo(ann.token, 'POST', `/api/membership/${id}/cancel`);
    },
  },
  {
    covers: ['membership/cancel-membership', 'membership/resume-membership'],
    case: 'and taking that back',
    exceptions: [
      {
        lines: /^\+ mail membership-cancelling to ann$/,
        because: 'told of the cancellation before it turned out that it was taken back',
      },
    ],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const { id } = await subscribe(cell, ann);
      await cell.ask(ann.token, 'POST', `/api/membership/${id}/cancel`);
      return () => cell.tryTo(ann.token, 'POST', `/api/membership/${id}/resume`);
    },
  },
  {
    covers: ['job process-stripe-webhook', 'membership/settle-membership-refund'],
    case: 'a month of a membership was paid back',
    async prepare(cell) {
      const ann = await cell.member('ann');
      const { paymentIntentId } = await subscribe(cell, ann);
      await cell.studio.lasting.payments.refundPaymentIntent(paymentIntentId, { idempotencyKey: cell.tag });
      const eventId = await webhookOf(cell, 'charge.refunded', paymentIntentId);
      return () => cell.work(processStripeWebhook, { eventId }, eventId);
    },
  },
];

async function subscriptionOf(cell: Parameters<Scenario['prepare']>[0], memberId: string): Promise<string> {
  const { rows } = await cell.studio.lasting.pool.query<{ id: string }>(
    `SELECT id FROM sandbox.stripe_objects WHERE kind = 'subscription' AND data -> 'metadata' ->> 'memberId' = $1`,
    [memberId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('No subscription at Stripe');
  return row.id;
}
