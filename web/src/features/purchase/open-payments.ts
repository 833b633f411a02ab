import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import type { CreatePaymentIntentAnswer } from '../../../../services/contract/payments.ts';
import { readToken } from '../../lib/session-token.ts';
import { createPaymentIntent } from './api/create-payment-intent.ts';

const open = new Map<string, Promise<CreatePaymentIntentAnswer>>();
let owner: string | null = null;

/** A pass whose terms have changed since is another one to pay for. */
const termsOf = ({ id, price, classes }: CatalogueProduct): string => `${id} ${price} ${classes}`;

/**
 * The member's payment for a pass: the one begun earlier on this page, else a new one. Whoever closes the dialog and
 * opens it again goes on with the same payment, and one payment cannot be taken twice. Throws `ApiError`.
 */
export const openPayment = (pass: CatalogueProduct): Promise<CreatePaymentIntentAnswer> => {
  const token = readToken();
  if (token !== owner) open.clear();
  owner = token;
  const terms = termsOf(pass);
  const begun = open.get(terms);
  if (begun) return begun;
  const beginning = createPaymentIntent({ passId: pass.id });
  open.set(terms, beginning);
  beginning.catch(() => {
    if (open.get(terms) === beginning) open.delete(terms);
  });
  return beginning;
};

/** The payment is over, whichever way: the next purchase of the pass begins a new one. */
export const closePayment = (pass: CatalogueProduct): void => {
  open.delete(termsOf(pass));
};
