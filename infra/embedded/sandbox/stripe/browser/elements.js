import { callApi, intentIdOf, loadStyles } from './api.js';
import { createCardForm } from './card-form.js';
import { createElementBase } from './element.js';
import { createExpressCheckout } from './express-checkout.js';

function createCardElement(type, { key, clientSecret, onDestroy }) {
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
  const base = createElementBase(type, form.root);
  base.onDestroy = onDestroy;
  base.onMount = async () => {
    await loadStyles();
    if (clientSecret) {
      const answer = await callApi(
        'GET',
        `payment_intents/${intentIdOf(clientSecret)}`,
        { client_secret: clientSecret },
        key,
      );
      if (answer.error) {
        base.emit('loaderror', { error: answer.error });
        return;
      }
    }
    base.emit('ready');
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
    create(type) {
      if (made.has(type)) throw new Error(`Can only create one Element of type ${type}.`);
      const onDestroy = () => {
        made.delete(type);
        if (type !== 'expressCheckout') state.form = null;
      };
      if (type === 'expressCheckout') {
        const onWallet = (wallet) => {
          state.wallet = wallet;
        };
        made.set(type, createExpressCheckout({ onWallet, onDestroy }));
      } else if (type === 'payment' || type === 'card') {
        const { api, form } = createCardElement(type, { key, clientSecret: state.clientSecret, onDestroy });
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
