import type { ChangedFacts } from '#services/contract/changed-since.ts';
import { ask } from '#web/components/ui/ask.ts';
import type { ChangedFact, Question } from '#web/components/ui/question.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { formatPence } from '#web/lib/money.ts';

/** What a person buys: the price, and of a pass its number of classes and how long it lasts. */
export interface Terms {
  readonly pricePence: number;
  readonly classes?: number;
  readonly expiry?: string;
}

interface Decided<Answer> {
  readonly answer: Answer;
  readonly agreed: Terms;
}

const applyChange = (seen: Terms, { pricePence, classes, expiry }: ChangedFacts): Terms => ({
  ...seen,
  ...(typeof pricePence?.is === 'number' ? { pricePence: pricePence.is } : {}),
  ...(typeof classes?.is === 'number' ? { classes: classes.is } : {}),
  ...(typeof expiry?.is === 'string' ? { expiry: expiry.is } : {}),
});

function compareTerms(was: Terms, is: Terms): ChangedFact[] {
  const facts = [
    { label: 'Price', was: formatPence(was.pricePence), is: formatPence(is.pricePence) },
    { label: 'Classes', was: String(was.classes), is: String(is.classes) },
    { label: 'Use within', was: String(was.expiry), is: String(is.expiry) },
  ];
  return facts.filter((fact) => fact.was !== fact.is);
}

function askAboutTerms(was: Terms, is: Terms): Question {
  const facts = compareTerms(was, is);
  const isPriceOnly = facts.every(({ label }) => label === 'Price');
  return {
    title: isPriceOnly ? 'The price has changed' : 'This pass has changed',
    text: 'The studio changed it since you opened this page. You have not been charged.',
    facts,
    confirmLabel: `Continue at ${formatPence(is.pricePence)}`,
  };
}

/**
 * Sends a purchase on the terms that the page shows. If they have changed, asks, and sends again on the new ones. Undefined when the
 * person does not go on. Throws `ApiError`.
 */
export async function decideTerms<Answer>(
  shown: Terms,
  send: (expected: Terms) => Promise<Answer>,
): Promise<Decided<Answer> | undefined> {
  let agreed = shown;
  for (;;) {
    try {
      return { answer: await send(agreed), agreed };
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== 'CHANGED_SINCE') throw cause;
      const next = applyChange(agreed, cause.changed);
      // Something else than the terms has changed.
      if (compareTerms(agreed, next).length === 0) throw cause;
      // Without the question, the error's own sentence describes what happened.
      if (!(await ask(askAboutTerms(agreed, next)).catch(() => Promise.reject(cause)))) return undefined;
      agreed = next;
    }
  }
}

/** The same for a purchase of which only the price can change. */
export async function decidePrice<Answer>(
  shownPence: number,
  send: (expectedPricePence: number) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly agreedPence: number } | undefined> {
  const decided = await decideTerms({ pricePence: shownPence }, ({ pricePence }) => send(pricePence));
  return decided && { answer: decided.answer, agreedPence: decided.agreed.pricePence };
}
