export interface CardPayment {
  /** The payment's id at Stripe. */
  readonly id: string;
  /** The HTTP status of Stripe's answer. */
  readonly status: number;
}

/** Confirms a payment with a card at the sandbox's Stripe, as the browser does; `keepsCard` has Stripe keep the card. `base` is the studio's origin. */
export async function payByCard(
  base: string,
  { clientSecret }: { readonly clientSecret: string },
  card = '4242424242424242',
  { keepsCard = false } = {},
): Promise<CardPayment> {
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const { status } = await fetch(`${base}/sandbox/stripe/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: clientSecret,
      ...(keepsCard ? { setup_future_usage: 'on_session' } : {}),
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return { id, status };
}
