import type { StripeApiError } from './api-error.ts';
import { cardError } from './api-error.ts';

export interface Decline {
  code: string;
  declineCode: string;
  message: string;
  param?: string;
}

/** Why a cardholder disputes a charge; an inquiry is a question of the bank, which takes no money. */
export type DisputeKind = 'fraudulent' | 'product_not_received' | 'inquiry';

export interface CardBehaviour {
  /** The charge requires 3-D Secure. */
  requiresAuthentication: boolean;
  /** Once the holder approved later charges, automatic ones need no authentication. */
  hasLastingApproval: boolean;
  /** The bank already declines attaching it to a customer. */
  isAttachDeclined: boolean;
  /** Null when the charge succeeds. */
  decline: Decline | null;
  /** The charge is disputed as soon as it has succeeded. */
  dispute: DisputeKind | null;
  /** A refund is `pending` and succeeds shortly after, or succeeds and fails shortly after. */
  refund: 'pending' | 'fails' | null;
}

const createDecline = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const createNamedDecline = (code: string, message: string, param?: string): Decline => ({
  code,
  declineCode: code,
  message,
  ...(param === undefined ? {} : { param }),
});
const STANDARD_BEHAVIOUR: CardBehaviour = {
  requiresAuthentication: false,
  hasLastingApproval: false,
  isAttachDeclined: false,
  decline: null,
  dispute: null,
  refund: null,
};
const withOutcome = (reason: Decline | null): CardBehaviour => ({
  ...STANDARD_BEHAVIOUR,
  isAttachDeclined: reason !== null,
  decline: reason,
});
const withChallenge = (reason: Decline | null): CardBehaviour => ({
  ...STANDARD_BEHAVIOUR,
  requiresAuthentication: true,
  decline: reason,
});

const NO_FUNDS = createDecline('insufficient_funds', 'Your card has insufficient funds.');
const LIVE_CARD = createDecline(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
);

/** The cards of https://docs.stripe.com/testing that matter to the product. */
const TEST_CARDS: Record<string, CardBehaviour> = {
  '4242424242424242': withOutcome(null),
  '4000056655665556': withOutcome(null),
  '4000008260000000': withOutcome(null),
  '5555555555554444': withOutcome(null),
  '2223003122003222': withOutcome(null),
  '5200828282828210': withOutcome(null),
  '378282246310005': withOutcome(null),
  '4000000000000002': withOutcome(createDecline('generic_decline')),
  '4000000000009995': withOutcome(NO_FUNDS),
  '4000000000009987': withOutcome(createDecline('lost_card')),
  '4000000000009979': withOutcome(createDecline('stolen_card')),
  '4000000000000069': withOutcome(createNamedDecline('expired_card', 'Your card has expired.', 'exp_month')),
  '4000000000000127': withOutcome(
    createNamedDecline('incorrect_cvc', "Your card's security code is incorrect.", 'cvc'),
  ),
  '4000000000000119': withOutcome(
    createNamedDecline(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  ),
  '4000000000006975': withOutcome(
    createDecline(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  ),
  '4100000000000019': withOutcome(createDecline('fraudulent')),
  // Can be attached to a customer, but every charge is declined.
  '4000000000000341': { ...STANDARD_BEHAVIOUR, decline: createDecline('generic_decline') },
  '4000002500003155': { ...withChallenge(null), hasLastingApproval: true },
  '4000002760003184': withChallenge(null),
  '4000000000003220': withChallenge(null),
  '4000008260003178': withChallenge(NO_FUNDS),
  '4000008400001629': withChallenge(createDecline('generic_decline')),
  '4000000000000259': { ...STANDARD_BEHAVIOUR, dispute: 'fraudulent' },
  '4000000000002685': { ...STANDARD_BEHAVIOUR, dispute: 'product_not_received' },
  '4000000000001976': { ...STANDARD_BEHAVIOUR, dispute: 'inquiry' },
  '4000000000007726': { ...STANDARD_BEHAVIOUR, refund: 'pending' },
  '4000000000005126': { ...STANDARD_BEHAVIOUR, refund: 'fails' },
};

/** Stripe's payment method ids for tests, and the card number of each. */
export const TEST_PAYMENT_METHODS: Record<string, string> = {
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

/** How a card behaves when it is charged. A number of no test card might be real, and is declined as Stripe does. */
export function getCardBehaviour(number: string | undefined): CardBehaviour {
  return (number === undefined ? undefined : TEST_CARDS[number]) ?? withOutcome(LIVE_CARD);
}

export function isTestCard(number: string): boolean {
  return Object.hasOwn(TEST_CARDS, number);
}

export function getCardBrand(number: string): 'visa' | 'mastercard' | 'amex' | 'unknown' {
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

/** Validates a card before the bank is asked. Returns Stripe's error; null when the card can be used. */
export function findCardProblem(card: CardFields, today: Date): StripeApiError | null {
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
  const cvcLength = getCardBrand(number) === 'amex' ? 4 : 3;
  if (cvc !== undefined && !(/^\d+$/.test(cvc) && cvc.length === cvcLength)) {
    return cardError('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' });
  }
  return null;
}
