import { expect, it } from 'vitest';
import { describePaymentProblem } from './payment-problems.ts';

it('gives the bank’s reason rather than that the card was declined', () => {
  expect(describePaymentProblem({ code: 'card_declined', declineCode: 'insufficient_funds' })).toBe(
    'Your card has insufficient funds. Please use another card.',
  );
  expect(describePaymentProblem({ code: 'card_declined', declineCode: 'a_new_code' })).toBe(
    'Your card was declined. Please ask your bank, or use another card.',
  );
});

it.each(['lost_card', 'stolen_card', 'fraudulent', 'merchant_blacklist', 'pickup_card'])(
  'describes %s like any declined card',
  (declineCode) => {
    expect(describePaymentProblem({ code: 'card_declined', declineCode })).toBe(
      describePaymentProblem({ code: 'card_declined', declineCode: 'generic_decline' }),
    );
  },
);

it('knows no sentence for another code', () => {
  for (const code of ['constructor', 'toString', 'resource_missing', '', undefined, null])
    expect(describePaymentProblem({ code })).toBeNull();
});
