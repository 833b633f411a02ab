import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import {
  PaymentDeclined,
  PaymentNotFound,
  PaymentRefused,
  PaymentStateConflict,
} from '#infra/payments/errors.ts';
import { registerErrors } from './errors.ts';

async function answerTo(error: Error) {
  const app = fastify();
  onTestFinished(() => app.close());
  registerErrors(app);
  app.get('/', () => {
    throw error;
  });
  const answer = await app.inject('/');
  const { code, error: sentence } = answer.json<{ code: string; error: string }>();
  return [answer.statusCode, code, sentence];
}

it.each([
  [
    new PaymentDeclined('No funds', 'card_declined', 'insufficient_funds'),
    [402, 'PAYMENT_DECLINED', 'Your card has insufficient funds. Please use another card.'],
  ],
  [
    new PaymentDeclined('New', 'new_code', null),
    [
      402,
      'PAYMENT_DECLINED',
      'Your payment did not go through, and nothing was charged. Please try again, or use another card.',
    ],
  ],
  [
    new PaymentRefused('Amount must be at least £0.30 gbp', 'amount_too_small'),
    [409, 'PAYMENT_REFUSED', 'This price cannot be paid by card. Please contact the studio.'],
  ],
  [
    new PaymentRefused('Invalid integer: x', 'parameter_invalid_integer'),
    [
      409,
      'PAYMENT_REFUSED',
      'Your payment did not go through, and nothing was charged. Please try again, or use another card.',
    ],
  ],
  [
    new PaymentNotFound('No such payment_intent: pi_1'),
    [404, 'PAYMENT_NOT_FOUND', 'We could not find this payment.'],
  ],
  [
    new PaymentStateConflict('Canceled', 'payment_intent_unexpected_state'),
    [409, 'CONFLICT', 'This payment has changed in the meantime. Please load the page again.'],
  ],
])('answers %s with a sentence, not with Stripe’s message', async (error, answer) => {
  expect(await answerTo(error)).toEqual(answer);
});
