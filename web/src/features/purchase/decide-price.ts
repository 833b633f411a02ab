import { ask } from '#web/components/ui/ask.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { formatPence } from '#web/lib/money.ts';

interface Decided<Answer> {
  readonly answer: Answer;
  /** The price that the person agreed to. */
  readonly agreedPence: number;
}

/**
 * Sends a purchase at the price that the page shows. If the price has changed, asks, and sends again at the new one.
 * Undefined when the person does not go on. Throws `ApiError`.
 */
export async function decidePrice<Answer>(
  shownPence: number,
  send: (expectedPricePence: number) => Promise<Answer>,
): Promise<Decided<Answer> | undefined> {
  let agreedPence = shownPence;
  for (;;) {
    try {
      return { answer: await send(agreedPence), agreedPence };
    } catch (cause) {
      const isPence = cause instanceof ApiError ? cause.changed.pricePence?.is : undefined;
      if (typeof isPence !== 'number') throw cause;
      const facts = [{ label: 'Price', was: formatPence(agreedPence), is: formatPence(isPence) }];
      const goesOn = await ask({
        title: 'The price has changed',
        text: 'The studio changed it since you opened this page. You have not been charged.',
        facts,
        confirmLabel: `Continue at ${formatPence(isPence)}`,
      }).catch(() => Promise.reject(cause));
      if (!goesOn) return undefined;
      agreedPence = isPence;
    }
  }
}
