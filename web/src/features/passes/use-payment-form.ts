import { type RefObject, useEffect, useRef, useState } from 'react';
import { useConfigState } from '../../lib/config.ts';
import { loadStripe, type Stripe, type StripeElements } from '../../lib/stripe-script.ts';
import { paymentAppearance } from './payment-appearance.ts';

/** The provider's elements for one payment; they know its client secret. */
export interface MountedForm {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
}

interface PaymentForm {
  readonly form: MountedForm | null;
  readonly failed: boolean;
  readonly cardReady: boolean;
  /** A wallet is offered on this device. */
  readonly walletReady: boolean;
  readonly retry: () => void;
}

interface Places {
  readonly card: RefObject<HTMLDivElement | null>;
  readonly wallet: RefObject<HTMLDivElement | null>;
}

const walletOptions = {
  paymentMethods: {
    applePay: 'always',
    googlePay: 'always',
    link: 'never',
    amazonPay: 'never',
    paypal: 'never',
    klarna: 'never',
  },
  buttonHeight: 48,
  layout: { maxColumns: 1, maxRows: 2 },
};
const cardOptions = { layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never' } };

/** Loads the provider's script and mounts its card form and wallet button for one payment. */
export const usePaymentForm = (
  payment: { clientSecret: string; publishableKey: string },
  { card, wallet }: Places,
  onWalletConfirm: (form: MountedForm) => Promise<boolean>,
): PaymentForm => {
  const { config, failed: configFailed, retry: readConfig } = useConfigState();
  const scriptUrl = config?.stripe.scriptUrl;
  const { clientSecret, publishableKey } = payment;
  const [form, setForm] = useState<MountedForm | null>(null);
  const [failed, setFailed] = useState(false);
  const [cardReady, setCardReady] = useState(false);
  const [walletReady, setWalletReady] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const confirmWallet = useRef(onWalletConfirm);
  useEffect(() => {
    confirmWallet.current = onWalletConfirm;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` mounts anew
  useEffect(() => {
    if (scriptUrl === undefined) return;
    let cancelled = false;
    let unmount = () => {};

    const mount = (stripe: Stripe) => {
      if (card.current === null || wallet.current === null) return;
      const elements = stripe.elements({ clientSecret, appearance: paymentAppearance });
      const express = elements.create('expressCheckout', walletOptions);
      const cardForm = elements.create('payment', cardOptions);
      unmount = () => {
        express.destroy();
        cardForm.destroy();
      };
      express.on('ready', ({ availablePaymentMethods }) => {
        setWalletReady(Object.values(availablePaymentMethods ?? {}).some(Boolean));
      });
      express.on('confirm', ({ paymentFailed }) => {
        void confirmWallet.current({ stripe, elements }).then((paid) => {
          if (!paid) paymentFailed?.({ reason: 'fail' });
        });
      });
      cardForm.on('ready', () => setCardReady(true));
      cardForm.on('loaderror', () => setFailed(true));
      express.mount(wallet.current);
      cardForm.mount(card.current);
      setForm({ stripe, elements });
    };

    setFailed(false);
    setCardReady(false);
    loadStripe(scriptUrl, publishableKey).then(
      (stripe) => {
        if (!cancelled) mount(stripe);
      },
      (cause: unknown) => {
        console.warn('The payment form is not available', String(cause));
        if (!cancelled) setFailed(true);
      },
    );
    return () => {
      cancelled = true;
      unmount();
      setForm(null);
      setWalletReady(false);
    };
  }, [scriptUrl, clientSecret, publishableKey, card, wallet, attempt]);

  const retry = () => {
    if (configFailed) readConfig();
    else setAttempt(attempt + 1);
  };
  return { form, failed: failed || configFailed, cardReady, walletReady, retry };
};
