import './stripe-frames.css';
import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import type { CreatePaymentIntentAnswer } from '../../../../services/contract/payments.ts';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import type { MountedForm } from './confirm-payment.ts';
import { paymentAppearance } from './payment-appearance.ts';
import { isPaid, readIntent } from './read-intent.ts';
import { SettingUp } from './setting-up.tsx';
import { useStripeScript } from './use-stripe-script.ts';

interface PaymentFormProps {
  readonly pass: CatalogueProduct;
  readonly payment: CreatePaymentIntentAnswer;
  readonly paying: boolean;
  readonly pay: (form: MountedForm) => Promise<boolean>;
  readonly goOn: (paymentIntentId: string) => Promise<boolean>;
  readonly onCalledOff: () => void;
}

/** The provider's elements for one payment, from the loading of its script to what to do when that fails. */
export const PaymentForm = ({ pass, payment, paying, pay, goOn, onCalledOff }: PaymentFormProps) => {
  const { clientSecret, publishableKey } = payment;
  const { stripe, failed: scriptFailed, retry: retryScript } = useStripeScript(publishableKey);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // A form does not load for a payment that is over, which one begun earlier on this page may be by now.
  const lookAt = async (loaded: Stripe) => {
    const intent = await readIntent(loaded, clientSecret);
    if (intent !== null && isPaid(intent)) await goOn(intent.id);
    else if (intent?.status === 'canceled') onCalledOff();
    else setFailed(true);
  };
  const retry = () => {
    if (scriptFailed) retryScript();
    setFailed(false);
    setAttempt(attempt + 1);
  };

  if (failed || scriptFailed) {
    return (
      <Notice tone="error">
        <p>Failed to initialize payment. Please try again.</p>
        <Button variant="secondary" size="sm" className="mt-3" onClick={retry}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (stripe === null) return <SettingUp />;
  return (
    <Elements key={attempt} stripe={stripe} options={{ clientSecret, appearance: paymentAppearance }}>
      <CheckoutForm
        pass={pass}
        clientSecret={clientSecret}
        paying={paying}
        pay={pay}
        onLoadError={() => void lookAt(stripe)}
      />
    </Elements>
  );
};
