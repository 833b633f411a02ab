import { callApi, intentIdOf, loadStyles } from './api.js';
import { createCardForm } from './card-form.js';
import { createElementBase } from './element.js';
import { createExpressCheckout } from './express-checkout.js';

/** The states in which a payment takes no more cards; the element does not load for them. */
const OVER = ['succeeded', 'requires_capture', 'processing', 'canceled'];
const IS_OVER = {
  type: 'invalid_request_error',
  message: 'The PaymentIntent is in a terminal state and cannot be used to initialize Elements.',
};

/** Why the form cannot take a card for the payment; null when it can. */
async function loadProblem(clientSecret, key) {
  const path = `payment_intents/${intentIdOf(clientSecret)}`;
  const answer = await callApi('GET', path, { client_secret: clientSecret }, key);
  if (answer.error) return answer.error;
  return OVER.includes(answer.status) ? { ...IS_OVER, payment_intent: answer } : null;
}

function createCardElement(type, { key, clientSecret, options, onDestroy }) {
  let inside = false;
  const form = createCardForm({
    onChange: ({ empty, complete, error }) =>
      base.emit('change', {
        empty,
        complete,
        collapsed: false,
        value: { type: 'card' },
        error: error && { type: 'validation_error', ...error },
      }),
    onFocus: () => {
      if (!inside) base.emit('focus');
      inside = true;
    },
    onBlur: () =>
      // Between two fields of the form the focus is nowhere for a moment.
      setTimeout(() => {
        if (!inside || form.root.contains(document.activeElement)) return;
        inside = false;
        base.emit('blur');
      }),
  });
  const base = createElementBase(type, form.root, options);
  base.onDestroy = onDestroy;
  base.onMount = async () => {
    await loadStyles();
    const problem = clientSecret ? await loadProblem(clientSecret, key) : null;
    if (problem) base.emit('loaderror', { error: problem });
    else await base.becomeReady();
  };
  Object.assign(base.api, {
    focus: form.focus,
    clear: form.clear,
    blur: () => document.activeElement?.blur(),
  });
  return { api: base.api, form };
}

/** What `stripe.elements()` gives, and beside it what `confirmPayment` needs to know of it. */
export function createElements(options, key, internals) {
  const made = new Map();
  const state = { clientSecret: options.clientSecret, form: null, wallet: null };

  const elements = {
    create(type, options = {}) {
      if (made.has(type)) throw new Error(`Can only create one Element of type ${type}.`);
      const onDestroy = () => {
        made.delete(type);
        if (type !== 'expressCheckout') state.form = null;
      };
      if (type === 'expressCheckout') {
        const onWallet = (wallet) => {
          state.wallet = wallet;
        };
        made.set(type, createExpressCheckout({ options, onWallet, onDestroy }));
      } else if (type === 'payment' || type === 'card') {
        const { clientSecret } = state;
        const { api, form } = createCardElement(type, { key, clientSecret, options, onDestroy });
        internals.set(api, form);
        state.form = form;
        made.set(type, api);
      } else {
        throw new Error(`The sandbox has no element of type ${type}.`);
      }
      return made.get(type);
    },
    getElement: (type) => made.get(type) ?? null,
    update(changes) {
      if (changes.clientSecret) state.clientSecret = changes.clientSecret;
    },
    fetchUpdates: async () => ({}),
    /** Checks the form, as the page must before it makes the intent. */
    async submit() {
      if (state.wallet) return { selectedPaymentMethod: state.wallet };
      const problem = state.form?.validate() ?? null;
      if (problem) return { error: { type: 'validation_error', ...problem } };
      return { selectedPaymentMethod: 'card' };
    },
  };
  internals.set(elements, state);
  return elements;
}
