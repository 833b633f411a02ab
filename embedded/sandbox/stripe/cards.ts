import type { StripeApiError } from './api-error.ts';
import { cardError } from './api-error.ts';

export interface Decline {
  code: string;
  declineCode: string;
  message: string;
  param?: string;
}

/** How a cardholder questions a charge; an inquiry is the bank asking, with no money taken. */
export type DisputeKind = 'fraudulent' | 'product_not_received' | 'inquiry';

export interface TestCard {
  /** 3-D Secure is asked for before the charge. */
  authenticate: boolean;
  /** Once its holder approved later charges, those that come by themselves ask for nothing more. */
  approvalLasts: boolean;
  /** The bank refuses it already when it is to be kept with a customer. */
  cannotBeKept: boolean;
  /** Null when the charge goes through. */
  decline: Decline | null;
  /** The charge is disputed as soon as it went through. */
  dispute: DisputeKind | null;
  /** A refund is `pending` and succeeds a little later, or succeeds and turns out a little later to have failed. */
  refund: 'pending' | 'fails' | null;
}

const decline = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const named = (code: string, message: string, param?: string): Decline => ({
  code,
  declineCode: code,
  message,
  ...(param === undefined ? {} : { param }),
});
const PLAIN: TestCard = {
  authenticate: false,
  approvalLasts: false,
  cannotBeKept: false,
  decline: null,
  dispute: null,
  refund: null,
};
const always = (reason: Decline | null): TestCard => ({
  ...PLAIN,
  cannotBeKept: reason !== null,
  decline: reason,
});
const challenged = (reason: Decline | null): TestCard => ({ ...PLAIN, authenticate: true, decline: reason });

const NO_FUNDS = decline('insufficient_funds', 'Your card has insufficient funds.');
const LIVE_CARD = decline(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
);

/** The cards of https://docs.stripe.com/testing that the product can meet. */
const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': always(null),
  '4000056655665556': always(null),
  '4000008260000000': always(null),
  '5555555555554444': always(null),
  '2223003122003222': always(null),
  '5200828282828210': always(null),
  '378282246310005': always(null),
  '4000000000000002': always(decline('generic_decline')),
  '4000000000009995': always(NO_FUNDS),
  '4000000000009987': always(decline('lost_card')),
  '4000000000009979': always(decline('stolen_card')),
  '4000000000000069': always(named('expired_card', 'Your card has expired.', 'exp_month')),
  '4000000000000127': always(named('incorrect_cvc', "Your card's security code is incorrect.", 'cvc')),
  '4000000000000119': always(
    named('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ),
  '4000000000006975': always(
    decline(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  ),
  '4100000000000019': always(decline('fraudulent')),
  // Can be kept with a customer, but no charge ever goes through.
  '4000000000000341': { ...PLAIN, decline: decline('generic_decline') },
  '4000002500003155': { ...challenged(null), approvalLasts: true },
  '4000002760003184': challenged(null),
  '4000000000003220': challenged(null),
  '4000008260003178': challenged(NO_FUNDS),
  '4000008400001629': challenged(decline('generic_decline')),
  '4000000000000259': { ...PLAIN, dispute: 'fraudulent' },
  '4000000000002685': { ...PLAIN, dispute: 'product_not_received' },
  '4000000000001976': { ...PLAIN, dispute: 'inquiry' },
  '4000000000007726': { ...PLAIN, refund: 'pending' },
  '4000000000005126': { ...PLAIN, refund: 'fails' },
};

/** The payment methods that Stripe keeps ready for tests, and the card behind each. */
export const READY_MADE: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_gb: '4000008260000000',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeProductNotReceived: '4000000000002685',
  pm_card_createDisputeInquiry: '4000000000001976',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
};

/** What a card does when it is charged. A number that is not a test card's might be a real one, and is refused as Stripe does. */
export function testCard(number: string | undefined): TestCard {
  return (number === undefined ? undefined : TEST_CARDS[number]) ?? always(LIVE_CARD);
}

export function isTestCard(number: string): boolean {
  return Object.hasOwn(TEST_CARDS, number);
}

export function brandOf(number: string): 'visa' | 'mastercard' | 'amex' | 'unknown' {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return /^3[47]/.test(number) ? 'amex' : 'unknown';
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export interface CardFields {
  number: string;
  expMonth: number;
  /** Four digits. */
  expYear: number;
  cvc?: string | undefined;
}

/** What is wrong with a card before anyone is asked, in Stripe's words; null when it can be used. */
export function cardProblem(card: CardFields, today: Date): StripeApiError | null {
  const { number, expMonth, expYear, cvc } = card;
  if (!/^\d{12,19}$/.test(number)) {
    return cardError('invalid_number', 'The card number is not a valid credit card number.', {
      param: 'number',
    });
  }
  if (!passesLuhn(number))
    return cardError('incorrect_number', 'Your card number is incorrect.', { param: 'number' });
  if (expMonth < 1 || expMonth > 12) {
    return cardError('invalid_expiry_month', "Your card's expiration month is invalid.", {
      param: 'exp_month',
    });
  }
  const year = today.getUTCFullYear();
  if (expYear < year || expYear > year + 50) {
    return cardError('invalid_expiry_year', "Your card's expiration year is invalid.", { param: 'exp_year' });
  }
  if (expYear === year && expMonth < today.getUTCMonth() + 1) {
    return cardError('invalid_expiry_month', "Your card's expiration month is invalid.", {
      param: 'exp_month',
    });
  }
  const cvcLength = brandOf(number) === 'amex' ? 4 : 3;
  if (cvc !== undefined && !(/^\d+$/.test(cvc) && cvc.length === cvcLength)) {
    return cardError('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' });
  }
  return null;
}
