import type { AcceptedDifference } from '../scenario.ts';

export const unusedPayment: AcceptedDifference = {
  lines: /^[-+] stripe payment_intent requires_payment_method \d+$/,
  reason: 'a payment at Stripe whose secret no client received, so nobody can pay it',
};

export const overtakenReadModel: AcceptedDifference = {
  lines: /^\+ payment: PaymentStarted \(/,
  reason:
    'a repetition that overtook the read model opened a second payment; unpaid, it is cancelled after a day',
};

export const emptyCustomer: AcceptedDifference = {
  lines:
    /^[-+] member: MemberSignedUp; HealthAnswersChanged; PasswordChanged(; ConsentGiven \(consent health\))?(; CardCustomerCreated)?$/,
  reason: 'a customer at Stripe without a card, made for a payment that was not opened',
};
