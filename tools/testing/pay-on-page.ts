/**
 * Pays a payment page of the sandbox's Stripe with a good card, as its form does. Returns the HTTP status: 303 once it is paid.
 */
export async function payOnPage(url: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' }),
  });
  return answer.status;
}
