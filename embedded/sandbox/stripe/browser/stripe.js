import { callApi, readIntent } from './api.js';
import { confirmIntent, confirmSavedCard, finishChallenge } from './confirm-intent.js';
import { createElements } from './elements.js';

/** The Stripe.js release that @stripe/stripe-js expects; it warns about any other. */
const RELEASE = 'endive';

function integrationError(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

/** Leaves the page. The promise never resolves, so that the page does not react to the outcome. */
function redirectTo(returnUrl, intent) {
  const url = new URL(returnUrl, location.href);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', 'succeeded');
  location.assign(url);
  return new Promise(() => undefined);
}

function createStripe(key) {
  /** Maps the objects that a page holds to their internal state. */
  const internals = new WeakMap();

  async function confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    const state = internals.get(elements);
    if (!state) throw integrationError('confirmPayment needs the elements made by this Stripe object.');
    const secret = clientSecret ?? state.clientSecret;
    if (!secret) throw integrationError('confirmPayment needs a client secret.');
    if (redirect === 'always' && !confirmParams.return_url) {
      throw integrationError(
        'confirmPayment needs confirmParams.return_url unless redirect is "if_required".',
      );
    }
    const { wallet, form } = state;
    state.wallet = null;
    const problem = wallet ? null : form?.validate();
    if (problem) return { error: { type: 'validation_error', ...problem } };
    if (!wallet && !form) throw integrationError('confirmPayment needs a mounted payment or card element.');
    const { payment_method_data: extra = {}, ...params } = confirmParams;
    const card = wallet ? { token: `tok_sandbox_${wallet}` } : form.readCard();
    const outcome = await confirmIntent(secret, { ...extra, type: 'card', card }, params, { key, form });
    if (outcome.error) form?.showRefusal(outcome.error);
    else if (redirect === 'always') return redirectTo(confirmParams.return_url, outcome.paymentIntent);
    return outcome;
  }

  async function confirmCardPayment(clientSecret, data = {}) {
    if (typeof data.payment_method === 'string')
      return confirmSavedCard(clientSecret, data.payment_method, { return_url: data.return_url }, key);
    const { card, ...extra } = data.payment_method ?? {};
    const form = internals.get(card);
    if (!form) throw integrationError('confirmCardPayment needs payment_method.card to be a card element.');
    const problem = form.validate();
    if (problem) return { error: { type: 'validation_error', ...problem } };
    return confirmIntent(
      clientSecret,
      { ...extra, type: 'card', card: form.readCard() },
      { return_url: data.return_url },
      { key, form },
    );
  }

  async function createPaymentMethod({ elements, type = 'card', card, billing_details }) {
    const form = internals.get(card) ?? internals.get(elements)?.form;
    if (!form) throw integrationError('createPaymentMethod needs a card element, or elements that have one.');
    const problem = form.validate();
    if (problem) return { error: { type: 'validation_error', ...problem } };
    const answer = await callApi(
      'POST',
      'payment_methods',
      { type, card: form.readCard(), billing_details },
      key,
    );
    return answer.error ? { error: answer.error } : { paymentMethod: answer };
  }

  return {
    elements: (options = {}) => createElements(options, key, internals),
    confirmPayment,
    confirmCardPayment,
    createPaymentMethod,
    createToken: async () => ({
      error: {
        type: 'invalid_request_error',
        message: 'The sandbox makes no tokens. Use a payment method.',
      },
    }),
    async retrievePaymentIntent(clientSecret) {
      const answer = await readIntent(clientSecret, key);
      return answer.error ? { error: answer.error } : { paymentIntent: answer };
    },
    async handleNextAction({ clientSecret }) {
      const answer = await readIntent(clientSecret, key);
      return answer.error ? { error: answer.error } : finishChallenge(answer, key);
    },
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

window.Stripe = Object.assign((publishableKey) => createStripe(publishableKey), { version: RELEASE });
