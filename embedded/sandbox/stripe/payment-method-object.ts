import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { cardError, invalidRequest, noSuch } from './api-error.ts';
import type { ApiCall } from './api-route.ts';
import { type CardFields, findCardProblem, getCardBrand, isTestCard, TEST_PAYMENT_METHODS } from './cards.ts';
import { newId, toUnixSeconds } from './ids.ts';
import { Integer } from './read-input.ts';

const Address = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
});

/** A payment method in a request, alone or inside a confirmation. Wallets send a token instead of the card's fields. */
export const PaymentMethodData = z.strictObject({
  type: z.literal('card'),
  card: z
    .strictObject({
      number: z.string().optional(),
      exp_month: Integer.optional(),
      exp_year: Integer.optional(),
      cvc: z.string().optional(),
      token: z.string().optional(),
    })
    .optional(),
  billing_details: z
    .strictObject({
      address: Address.optional(),
      email: z.string().optional(),
      name: z.string().optional(),
      phone: z.string().optional(),
    })
    .optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
});
export type PaymentMethodData = z.infer<typeof PaymentMethodData>;

type Wallet = 'apple_pay' | 'google_pay';
const WALLET_TOKENS: Record<string, Wallet> = {
  tok_sandbox_apple_pay: 'apple_pay',
  tok_sandbox_google_pay: 'google_pay',
};

function createWallet(type: Wallet): Stripe.PaymentMethod.Card.Wallet {
  return { type, dynamic_last4: null, [type]: {} };
}

function createBillingDetails(
  given: PaymentMethodData['billing_details'],
): Stripe.PaymentMethod.BillingDetails {
  const address = given?.address;
  return {
    address: {
      city: address?.city ?? null,
      country: address?.country ?? null,
      line1: address?.line1 ?? null,
      line2: address?.line2 ?? null,
      postal_code: address?.postal_code ?? null,
      state: address?.state ?? null,
    },
    email: given?.email ?? null,
    name: given?.name ?? null,
    phone: given?.phone ?? null,
    tax_id: null,
  };
}

/** Test cards have few numbers, so the same number with another expiry date stands for another card. */
const createFingerprint = ({ number, expMonth, expYear }: CardFields): string =>
  createHash('sha256').update(`${number}/${expMonth}/${expYear}`).digest('base64url').slice(0, 16);

function createCard(card: CardFields, wallet: Wallet | null): Stripe.PaymentMethod.Card {
  const brand = getCardBrand(card.number);
  return {
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.cvc === undefined ? null : 'unchecked',
    },
    country: 'GB',
    display_brand: brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: createFingerprint(card),
    funding: card.number === TEST_PAYMENT_METHODS.pm_card_visa_debit ? 'debit' : 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: wallet === null ? null : createWallet(wallet),
  };
}

/** As at Stripe, two digits mean this century. */
function toFullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}

function readCardFields(data: PaymentMethodData, call: ApiCall): { card: CardFields; wallet: Wallet | null } {
  const sent = data.card;
  if (sent?.token !== undefined) {
    const wallet = WALLET_TOKENS[sent.token];
    if (wallet === undefined) throw noSuch('token', sent.token, 'card[token]', 400);
    return { card: createTestCardFields('4242424242424242', call.now), wallet };
  }
  if (sent?.number === undefined || sent.exp_month === undefined || sent.exp_year === undefined) {
    const param =
      sent?.number === undefined
        ? 'card[number]'
        : sent.exp_month === undefined
          ? 'card[exp_month]'
          : 'card[exp_year]';
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (call.key === 'secret') {
    throw cardError(
      'card_declined',
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
    );
  }
  const number = sent.number.replace(/[\s-]/g, '');
  return {
    card: { number, expMonth: sent.exp_month, expYear: toFullYear(sent.exp_year), cvc: sent.cvc },
    wallet: null,
  };
}

function createTestCardFields(number: string, now: Date): CardFields {
  return { number, expMonth: 12, expYear: now.getUTCFullYear() + 8 };
}

async function storePaymentMethod(
  call: ApiCall,
  card: CardFields,
  wallet: Wallet | null,
  data: PaymentMethodData | null,
): Promise<Stripe.PaymentMethod> {
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: data?.allow_redisplay ?? 'unspecified',
    billing_details: createBillingDetails(data?.billing_details),
    card: createCard(card, wallet),
    created: toUnixSeconds(call.now),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  await call.store.insert('payment_method', method, isTestCard(card.number) ? { testCard: card.number } : {});
  return method;
}

/** Validates a card and stores it as a payment method. @throws StripeApiError 402 with Stripe's card errors */
export async function createPaymentMethod(
  call: ApiCall,
  data: PaymentMethodData,
): Promise<Stripe.PaymentMethod> {
  const { card, wallet } = readCardFields(data, call);
  const problem = findCardProblem(card, call.now);
  if (problem !== null) throw problem;
  return storePaymentMethod(call, card, wallet, data);
}

/** Reads a payment method; as at Stripe, a test id (`pm_card_visa`, …) creates a new one. */
export async function resolvePaymentMethod(call: ApiCall, id: string): Promise<Stripe.PaymentMethod> {
  const number = TEST_PAYMENT_METHODS[id];
  if (number !== undefined)
    return storePaymentMethod(call, createTestCardFields(number, call.now), null, null);
  const method = await call.store.read('payment_method', id);
  if (method === null) throw noSuch('PaymentMethod', id, 'payment_method', 400);
  if ((await call.store.readHidden(id)).wasDetached)
    throw invalidRequest(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      { param: 'payment_method' },
    );
  return method;
}
