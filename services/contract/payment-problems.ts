/** Why a card payment failed, as Stripe's error codes and its banks' decline codes name it. */
interface PaymentProblem {
  readonly code?: string | null | undefined;
  readonly declineCode?: string | null | undefined;
}

const otherCard = 'Please use another card.';
const askBank = 'Please ask your bank, or use another card.';
const declined = `Your card was declined. ${askBank}`;
const tryLater = 'Your card could not be charged just now. Please try again in a few minutes.';
const notPossible = `Your card does not allow this payment. ${otherCard}`;
const wrongNumber = 'Your card number is not right. Please check it.';
const wrongCvc = 'Your card’s security code is not right. Please check it.';
const wrongExpiry = 'Your card’s expiry date is not right. Please check it.';
const wrongPin = `Your card was declined. ${otherCard}`;
const notConfirmed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
const wrongPrice = 'This price cannot be paid by card. Please contact the studio.';

/**
 * The sentence of each code, of https://docs.stripe.com/error-codes and https://docs.stripe.com/declines/codes. A lost, stolen or
 * suspected card is declined without the reason, as Stripe asks.
 */
const sentences: Readonly<Record<string, string>> = {
  account_closed: `The account of this card is closed. ${otherCard}`,
  amount_too_large: wrongPrice,
  amount_too_small: wrongPrice,
  approve_with_id: tryLater,
  authentication_not_handled: notConfirmed,
  authentication_required: notConfirmed,
  call_issuer: declined,
  card_declined: declined,
  card_decline_rate_limit_exceeded:
    'This card was tried too often. Please try again tomorrow, or use another card.',
  card_not_supported: notPossible,
  card_velocity_exceeded: `Your card has reached its limit. ${askBank}`,
  charge_exceeds_source_limit: tryLater,
  charge_exceeds_transaction_limit: tryLater,
  currency_not_supported: `Your card cannot pay in pounds. ${otherCard}`,
  debit_not_authorized: declined,
  do_not_honor: declined,
  do_not_try_again: declined,
  duplicate_transaction:
    'The same amount was paid with this card a moment ago. Please check your passes before you pay again.',
  expired_card: `Your card has expired. ${otherCard}`,
  fraudulent: declined,
  generic_decline: declined,
  incorrect_address: 'Your bank does not know this address. Please check it.',
  incorrect_cvc: wrongCvc,
  incorrect_number: wrongNumber,
  incorrect_pin: wrongPin,
  incorrect_zip: 'Your bank does not know this postcode. Please check it.',
  insufficient_funds: `Your card has insufficient funds. ${otherCard}`,
  invalid_account: `The account of this card cannot be charged. ${askBank}`,
  invalid_amount: declined,
  invalid_cvc: wrongCvc,
  invalid_expiry_month: wrongExpiry,
  invalid_expiry_year: wrongExpiry,
  invalid_number: wrongNumber,
  invalid_pin: wrongPin,
  issuer_not_available: tryLater,
  lost_card: declined,
  merchant_blacklist: declined,
  mobile_device_authentication_required: notConfirmed,
  new_account_information_available: `Your bank has new details for this card. ${askBank}`,
  no_action_taken: declined,
  not_permitted: notPossible,
  offline_pin_required: notPossible,
  online_or_offline_pin_required: notPossible,
  payment_intent_authentication_failure: notConfirmed,
  payment_intent_payment_attempt_expired: 'This payment has run out of time. Please begin again.',
  payment_method_customer_decline: 'You stopped the payment. Nothing was charged.',
  payment_method_provider_decline: declined,
  payment_method_provider_timeout: tryLater,
  pickup_card: declined,
  pin_try_exceeded: `Your card was declined. ${otherCard}`,
  processing_error: tryLater,
  rate_limit: tryLater,
  reenter_transaction: tryLater,
  restricted_card: declined,
  revocation_of_all_authorizations: declined,
  revocation_of_authorization: declined,
  security_violation: declined,
  service_not_allowed: notPossible,
  setup_intent_authentication_failure: notConfirmed,
  stolen_card: declined,
  stop_payment_order: declined,
  testmode_charges_only: 'The studio cannot take real cards yet. Please contact the studio.',
  test_mode_live_card: 'Your card was declined: the studio takes only test cards at the moment.',
  testmode_decline: 'Your card was declined: this is a test card. Please use a real one.',
  transaction_not_allowed: notPossible,
  try_again_later: tryLater,
  withdrawal_count_limit_exceeded: `Your card has reached its limit. ${otherCard}`,
};

/** The sentence for a problem that has no other. */
export const unknownPaymentProblem =
  'Your payment did not go through, and nothing was charged. Please try again, or use another card.';

/** The sentence for the person who pays; null for a code that is not known. The bank's decline code is more precise than Stripe's. */
export function describePaymentProblem({ code, declineCode }: PaymentProblem): string | null {
  for (const known of [declineCode, code]) {
    if (known && Object.hasOwn(sentences, known)) return sentences[known] ?? null;
  }
  return null;
}
