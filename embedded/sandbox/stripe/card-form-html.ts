import { z } from 'zod';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import { cardError } from './api-error.ts';
import type { PaymentMethodData } from './payment-method-object.ts';

/** The fields, named as on Stripe's page. */
const Fields = z.object({
  cardNumber: z.string().default(''),
  cardExpiry: z.string().default(''),
  cardCvc: z.string().default(''),
});

export const CARD_FORM_STYLE = `
main { max-width: 32rem; }
.price { font-size: 1.25rem; }
.card form { display: grid; gap: 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
label { display: grid; gap: .25rem; }
input { font: inherit; color: inherit; background: #fff; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--muted); border-radius: 10px; }
.problem { border: 1px solid var(--ink); border-radius: 10px; padding: .75rem 1rem; }
details { font-size: .9375rem; margin: 1rem 0; }
`;

/** A card form that works without script. It never repeats the submitted values. */
export function renderCardForm({
  action,
  button,
  problem,
}: {
  action: string;
  button: string;
  problem: string | null;
}): string {
  const alert = problem === null ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>\n`;
  return `${alert}<form method="post" action="${escapeHtml(action)}">
<label for="cardNumber">Card number<input id="cardNumber" name="cardNumber" inputmode="numeric" autocomplete="cc-number" required placeholder="4242 4242 4242 4242"></label>
<div class="pair">
<label for="cardExpiry">Expiry<input id="cardExpiry" name="cardExpiry" inputmode="numeric" autocomplete="cc-exp" required placeholder="MM / YY"></label>
<label for="cardCvc">CVC<input id="cardCvc" name="cardCvc" inputmode="numeric" autocomplete="cc-csc" required placeholder="123"></label>
</div>
<button class="primary">${escapeHtml(button)}</button>
</form>
<details><summary>Cards for trying it out</summary>
<p class="muted">Any expiry in the future and any three digits. 4242&nbsp;4242&nbsp;4242&nbsp;4242 pays, 4000&nbsp;0000&nbsp;0000&nbsp;0002 is declined, 4000&nbsp;0025&nbsp;0000&nbsp;3155 asks for 3-D Secure.</p></details>`;
}

/** Reads the form. @throws StripeApiError 402 when month and year are unreadable */
export function readCardForm(body: unknown): PaymentMethodData['card'] {
  const { cardNumber, cardExpiry, cardCvc } = Fields.parse(body ?? {});
  const [, month, year] = /^\s*(\d{1,2})\s*[/.-]?\s*(\d{2}|\d{4})\s*$/.exec(cardExpiry) ?? [];
  if (month === undefined || year === undefined) {
    throw cardError('invalid_expiry_month', "Your card's expiry date is invalid. Write it as MM / YY.", {
      param: 'exp_month',
    });
  }
  return { number: cardNumber, exp_month: Number(month), exp_year: Number(year), cvc: cardCvc.trim() };
}
