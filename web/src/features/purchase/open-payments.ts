import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import type { CreatePaymentIntentAnswer } from '#services/contract/payments.ts';
import { toPence } from '#web/lib/money.ts';
import { createPaymentIntent } from './api/create-payment-intent.ts';
import { decideTerms } from './decide-price.ts';
import { createOpenedPayments } from './opened-payments.ts';
import { toTermsKey } from './terms-key.ts';

const payments = createOpenedPayments<CreatePaymentIntentAnswer>();

const createPaymentAt = async ({
  id,
  price,
  classes,
  expiry,
}: CatalogueProduct): Promise<CreatePaymentIntentAnswer | null> => {
  const shown = { pricePence: toPence(price), classes, expiry };
  const decided = await decideTerms(shown, ({ pricePence, ...expected }) =>
    // The dialog states it above the button.
    createPaymentIntent({
      passId: id,
      expectedPricePence: pricePence,
      expected,
      acceptTerms: true,
      startNow: true,
    }),
  );
  return decided?.answer ?? null;
};

/** Opens the member's payment for a pass, or returns the open one. Null when its terms changed and the member does not go on. Throws `ApiError`. */
export const openPayment = (pass: CatalogueProduct): Promise<CreatePaymentIntentAnswer | null> =>
  payments.open(toTermsKey(pass), () => createPaymentAt(pass));

export const closePayment = (pass: CatalogueProduct): void => payments.close(toTermsKey(pass));
