import { loadStyles } from './api.js';
import { createElementBase } from './element.js';

const CLICK_ANSWER_MS = 1000;

function getDeviceWallet() {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? 'apple_pay' : 'google_pay';
}

/** Which of the two wallets the page allows; the sandbox has no others. */
function getAllowedWallets({ paymentMethods = {} }) {
  return { applePay: paymentMethods.applePay !== 'never', googlePay: paymentMethods.googlePay !== 'never' };
}

/** The wallet button. Calls `onWallet` with the wallet that pays before it emits `confirm`. */
export function createExpressCheckout({ options, onWallet, onDestroy }) {
  const root = document.createElement('div');
  root.className = 'sbx-express';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sbx-wallet';
  button.textContent = 'Pay with Apple Pay / Google Pay (sandbox)';
  root.append(button);

  const base = createElementBase('expressCheckout', root, options);
  base.onDestroy = onDestroy;
  base.onMount = async () => {
    await loadStyles();
    const allowed = getAllowedWallets(base.options);
    const others = { link: false, amazonPay: false, paypal: false, klarna: false };
    button.hidden = !(allowed.applePay || allowed.googlePay);
    await base.emitReady({ availablePaymentMethods: button.hidden ? undefined : { ...allowed, ...others } });
  };

  /** Asks the page whether to continue: as with the real element, it calls `resolve` or `reject`. */
  function waitForPage(wallet) {
    if (!base.hasListener('click')) return Promise.resolve(true);
    return new Promise((answer) => {
      setTimeout(() => answer(false), CLICK_ANSWER_MS);
      base.emit('click', {
        expressPaymentType: wallet,
        resolve: () => answer(true),
        reject: () => answer(false),
      });
    });
  }

  button.addEventListener('click', async () => {
    const wallet = getDeviceWallet();
    button.disabled = true;
    const isAccepted = await waitForPage(wallet);
    button.disabled = false;
    if (!isAccepted) {
      base.emit('cancel');
      return;
    }
    onWallet(wallet);
    base.emit('confirm', { expressPaymentType: wallet, paymentFailed: () => onWallet(null) });
  });

  base.api.focus = () => button.focus();
  base.api.blur = () => button.blur();
  return base.api;
}
