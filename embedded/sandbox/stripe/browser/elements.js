import { loadStyles, readIntent } from './api.js';
import { createCardForm } from './card-form.js';
import { createElementBase } from './element.js';
import { createExpressCheckout } from './express-checkout.js';

/** The statuses in which a payment accepts no card, so that the element does not load. */
const TERMINAL_STATUSES = ['succeeded', 'requires_capture', 'processing', 'canceled'];
const TERMINAL_ERROR = {
  type: 'invalid_request_error',
  message: 'The PaymentIntent is in a terminal state and cannot be used to initialize Elements.',
};

/** Returns why the form cannot accept a card for the payment; null when it can. */
async function findLoadProblem(clientSecret, key) {
  const answer = await readIntent(clientSecret, key);
  if (answer.error) return answer.error;
  return TERMINAL_STATUSES.includes(answer.status) ? { ...TERMINAL_ERROR, payment_intent: answer } : null;
}

function createCardElement(type, { key, clientSecret, options, onDestroy }) {
  let hasFocus = false;
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
      if (!hasFocus) base.emit('focus');
      hasFocus = true;
    },
    onBlur: () =>
      // No element has the focus for a moment while it moves between two fields of the form.
      setTimeout(() => {
        if (!hasFocus || form.root.contains(document.activeElement)) return;
        hasFocus = false;
        base.emit('blur');
      }),
  });
  const base = createElementBase(type, form.root, options);
  base.onDestroy = onDestroy;
  base.onMount = async () => {
    await loadStyles();
    const problem = clientSecret ? await findLoadProblem(clientSecret, key) : null;
    if (problem) base.emit('loaderror', { error: problem });
    else await base.emitReady();
  };
  Object.assign(base.api, {
    focus: form.focus,
    clear: form.clear,
    blur: () => document.activeElement?.blur(),
  });
  return { api: base.api, form };
}

/** Creates what `stripe.elements()` returns, and stores in `internals` what `confirmPayment` reads. */
export function createElements(options, key, internals) {
  const elementsByType = new Map();
  const state = { clientSecret: options.clientSecret, form: null, wallet: null };

  const elements = {
    create(type, options = {}) {
      if (elementsByType.has(type)) throw new Error(`Can only create one Element of type ${type}.`);
      const onDestroy = () => {
        elementsByType.delete(type);
        if (type !== 'expressCheckout') state.form = null;
      };
      if (type === 'expressCheckout') {
        const onWallet = (wallet) => {
          state.wallet = wallet;
        };
        elementsByType.set(type, createExpressCheckout({ options, onWallet, onDestroy }));
      } else if (type === 'payment' || type === 'card') {
        const { clientSecret } = state;
        const { api, form } = createCardElement(type, { key, clientSecret, options, onDestroy });
        internals.set(api, form);
        state.form = form;
        elementsByType.set(type, api);
      } else {
        throw new Error(`The sandbox has no element of type ${type}.`);
      }
      return elementsByType.get(type);
    },
    getElement: (type) => elementsByType.get(type) ?? null,
    update(changes) {
      if (changes.clientSecret) state.clientSecret = changes.clientSecret;
    },
    fetchUpdates: async () => ({}),
    /** Validates the form; a page must call it before it creates the intent. */
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
