import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import type { CreatePaymentIntentAnswer } from '#services/contract/payments.ts';
import { toPence } from '#web/lib/money.ts';
import { isSameSession, readToken } from '#web/lib/session-token.ts';
import { createPaymentIntent } from './api/create-payment-intent.ts';
import { decideTerms } from './decide-price.ts';

const openPayments = new Map<string, Promise<CreatePaymentIntentAnswer | null>>();
let ownerToken: string | null = null;

/** A key that changes with the terms of the pass, so that changed terms need a new payment. */
const toTermsKey = ({ id, price, classes, expiry }: CatalogueProduct): string =>
  `${id} ${price} ${classes} ${expiry}`;

const createPaymentAt = async ({
  id,
  price,
  classes,
  expiry,
}: CatalogueProduct): Promise<CreatePaymentIntentAnswer | null> => {
  const shown = { pricePence: toPence(price), classes, expiry };
  const decided = await decideTerms(shown, ({ pricePence, ...expected }) =>
    createPaymentIntent({ passId: id, expectedPricePence: pricePence, expected }),
  );
  return decided?.answer ?? null;
};

/**
 * Opens the member's payment for a pass, or returns the open one: reopening the dialog continues the same payment,
 * which cannot be charged twice. Null when its terms changed and the member does not go on. Throws `ApiError`.
 */
export const openPayment = (pass: CatalogueProduct): Promise<CreatePaymentIntentAnswer | null> => {
  const token = readToken();
  if (!isSameSession(token, ownerToken)) openPayments.clear();
  ownerToken = token;
  const terms = toTermsKey(pass);
  const existing = openPayments.get(terms);
  if (existing) return existing;
  const payment = createPaymentAt(pass);
  openPayments.set(terms, payment);
  const forget = () => {
    if (openPayments.get(terms) === payment) openPayments.delete(terms);
  };
  payment.then((opened) => opened ?? forget(), forget);
  return payment;
};

/** Forgets a finished payment, so that the next purchase of the pass opens a new one. */
export const closePayment = (pass: CatalogueProduct): void => {
  openPayments.delete(toTermsKey(pass));
};
