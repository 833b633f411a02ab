/** The folder of this script's URL; the API and the pages are in it. */
const BASE = new URL('.', document.currentScript?.src ?? new URL('/sandbox/stripe/stripe.js', location.href))
  .href;

/** Nested fields with brackets, as Stripe takes them: `{card: {cvc: 1}}` → `card[cvc]=1`. */
function appendFields(form, value, name) {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object') {
    form.append(name, String(value));
    return;
  }
  for (const [key, inner] of Object.entries(value))
    appendFields(form, inner, name === '' ? key : `${name}[${key}]`);
}

const OFFLINE = {
  error: {
    type: 'api_connection_error',
    message: 'We could not reach the payment service. Check your connection and try again.',
  },
};

/** Calls the API with the publishable key and returns the response body; errors are `{error}` in it, never thrown. */
export async function callApi(method, path, fields, publishableKey) {
  const form = new URLSearchParams();
  appendFields(form, { ...fields, key: publishableKey }, '');
  const url = `${BASE}v1/${path}`;
  try {
    const response =
      method === 'GET'
        ? await fetch(`${url}?${form}`)
        : await fetch(url, { method, body: form, credentials: 'omit' });
    return await response.json();
  } catch {
    return OFFLINE;
  }
}

/** Fails the bank's challenge for a payer who closed it. */
export async function failChallenge(intentId, clientSecret) {
  const body = new URLSearchParams({ client_secret: clientSecret, action: 'fail' });
  await fetch(`${BASE}authenticate/${intentId}`, { method: 'POST', body }).catch(() => undefined);
}

/** Resolves when the style sheet has loaded or failed to load; the form works without it. */
export function loadStyles() {
  const href = `${BASE}stripe.css`;
  const present = document.querySelector(`link[href="${href}"]`);
  if (present?.sheet) return Promise.resolve();
  const link = present ?? document.createElement('link');
  return new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true });
    link.addEventListener('error', resolve, { once: true });
    if (present) return;
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
  });
}

export function getIntentId(clientSecret) {
  return String(clientSecret).split('_secret_')[0];
}

export function readIntent(clientSecret, key) {
  return callApi('GET', `payment_intents/${getIntentId(clientSecret)}`, { client_secret: clientSecret }, key);
}
