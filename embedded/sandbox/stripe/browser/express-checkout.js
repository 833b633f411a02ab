import { loadStyles } from './api.js';
import { createElementBase } from './element.js';

const CLICK_ANSWER_MS = 1000;

function walletHere() {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? 'apple_pay' : 'google_pay';
}

/** Which of the two wallets the page wants; there are no others here. */
function walletsWanted({ paymentMethods = {} }) {
  return { applePay: paymentMethods.applePay !== 'never', googlePay: paymentMethods.googlePay !== 'never' };
}

/** The wallet button. `onWallet` hears which wallet pays while the page's `confirm` listener runs. */
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
    const wanted = walletsWanted(base.options);
    const others = { link: false, amazonPay: false, paypal: false, klarna: false };
    button.hidden = !(wanted.applePay || wanted.googlePay);
    await base.becomeReady({ availablePaymentMethods: button.hidden ? undefined : { ...wanted, ...others } });
  };

  /** The page may hold the sheet back until it calls `resolve`, as with the real element. */
  function askPage(wallet) {
    if (!base.hears('click')) return Promise.resolve(true);
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
    const wallet = walletHere();
    button.disabled = true;
    const wanted = await askPage(wallet);
    button.disabled = false;
    if (!wanted) {
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
