import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import type { CheckoutAnswer } from '#services/contract/checkout.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toPence } from '#web/lib/money.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import { decidePrice } from '../purchase/decide-price.ts';
import { createOpenedPayments } from '../purchase/opened-payments.ts';
import { toTermsKey } from '../purchase/terms-key.ts';
import { decideClass } from '../timetable/decide-class.ts';
import { startCheckout } from './api/start-checkout.ts';
import { rememberReservation } from './own-reservations.ts';

const checkouts = createOpenedPayments<CheckoutAnswer>();

/** A key of the class and the pass as the page shows them. */
export const toCheckoutKey = ({ id, startsAt }: ScheduledClass, pass: CatalogueProduct): string =>
  `${id} ${startsAt} ${toTermsKey(pass)}`;

const wording = { confirmLabel: 'Book This Class', overlapLabel: 'Book Both' };

/**
 * The timetable can show the reserved seat as taken before the answer shows whose it is. Until then it is counted as the member's
 * own.
 */
const longestAnswerMs = 60_000;

const start = async (
  scheduledClass: ScheduledClass,
  pass: CatalogueProduct,
): Promise<CheckoutAnswer | null> => {
  let agreedPence = toPence(pass.price);
  const requestKey = crypto.randomUUID();
  const restore = rememberReservation(
    scheduledClass.id,
    new Date(readStudioNow() + longestAnswerMs).toISOString(),
  );
  let answer: CheckoutAnswer | null = null;
  try {
    const decided = await decideClass(scheduledClass, wording, async ({ expected, ...decision }) => {
      const priced = await decidePrice(agreedPence, (pricePence) =>
        startCheckout({
          classId: scheduledClass.id,
          passId: pass.id,
          requestKey,
          // Pressing "Pay" agrees to it: the sentences are above the button, and nothing is charged without it.
          acceptTerms: true,
          startNow: true,
          expected: { ...expected, pricePence },
          ...decision,
        }),
      );
      agreedPence = priced?.agreedPence ?? agreedPence;
      return priced?.answer ?? null;
    });
    answer = decided?.answer ?? null;
  } finally {
    if (answer === null) restore();
  }
  if (answer !== null) rememberReservation(scheduledClass.id, answer.reservedUntil);
  return answer;
};

/**
 * Keeps a seat of the class and opens the payment for it, or returns the open one. Null when the class or the price changed and the
 * member does not go on. Throws `ApiError`.
 */
export const openCheckoutPayment = (
  scheduledClass: ScheduledClass,
  pass: CatalogueProduct,
): Promise<CheckoutAnswer | null> =>
  checkouts.open(toCheckoutKey(scheduledClass, pass), () => start(scheduledClass, pass));

export const closeCheckoutPayment = (scheduledClass: ScheduledClass, pass: CatalogueProduct): void =>
  checkouts.close(toCheckoutKey(scheduledClass, pass));
