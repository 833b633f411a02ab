import { callApi, intentIdOf } from './api.js';
import { runChallenge } from './challenge.js';
import { createElements } from './elements.js';

/** The release of Stripe.js that this stands in for: @stripe/stripe-js warns of any but its own. */
const RELEASE = 'endive';

function integrationError(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

/** A page that is being left never hears of the outcome. */
function leaveFor(returnUrl, intent) {
  const url = new URL(returnUrl, location.href);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', 'succeeded');
  location.assign(url);
  return new Promise(() => undefined);
}

function createStripe(key) {
  /** From the objects that pages hold to what is behind them. */
  const internals = new WeakMap();

  async function read(clientSecret) {
    return callApi(
      'GET',
      `payment_intents/${intentIdOf(clientSecret)}`,
      { client_secret: clientSecret },
      key,
    );
  }

  /** Has the bank ask the payer where it wants to, and gives the intent as it then is. */
  async function settle(intent, host) {
    if (intent.status !== 'requires_action') return { paymentIntent: intent };
    await runChallenge(intent, host);
    const after = await read(intent.client_secret);
    if (after.error) return { error: after.error };
    if (after.status === 'requires_payment_method' && after.last_payment_error) {
      return { error: { ...after.last_payment_error, payment_intent: after } };
    }
    return { paymentIntent: after };
  }

  async function confirm(clientSecret, methodData, params, form) {
    form?.setDisabled(true);
    try {
      const fields = {
        ...params,
        payment_method_data: methodData,
        client_secret: clientSecret,
        use_stripe_sdk: true,
      };
      const answer = await callApi(
        'POST',
        `payment_intents/${intentIdOf(clientSecret)}/confirm`,
        fields,
        key,
      );
      if (answer.error) return { error: answer.error };
      return await settle(answer, form?.root);
    } finally {
      form?.setDisabled(false);
    }
  }

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
    const card = wallet ? { token: `tok_sandbox_${wallet}` } : form.card();
    const outcome = await confirm(secret, { ...extra, type: 'card', card }, params, form);
    if (outcome.error) form?.showRefusal(outcome.error);
    else if (redirect === 'always') return leaveFor(confirmParams.return_url, outcome.paymentIntent);
    return outcome;
  }

  async function confirmCardPayment(clientSecret, data = {}) {
    const { card, ...extra } = data.payment_method ?? {};
    const form = internals.get(card);
    if (!form) throw integrationError('confirmCardPayment needs payment_method.card to be a card element.');
    const problem = form.validate();
    if (problem) return { error: { type: 'validation_error', ...problem } };
    return confirm(
      clientSecret,
      { ...extra, type: 'card', card: form.card() },
      { return_url: data.return_url },
      form,
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
      { type, card: form.card(), billing_details },
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
      const answer = await read(clientSecret);
      return answer.error ? { error: answer.error } : { paymentIntent: answer };
    },
    async handleNextAction({ clientSecret }) {
      const answer = await read(clientSecret);
      return answer.error ? { error: answer.error } : settle(answer);
    },
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

window.Stripe = Object.assign((publishableKey) => createStripe(publishableKey), { version: RELEASE });
