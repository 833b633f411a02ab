import './stripe-frames.css';
import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import type { PayablePayment } from './payable-payment.ts';
import { readPaymentAppearance } from './payment-appearance.ts';
import { PaymentLoading } from './payment-loading.tsx';
import { isPaid, readIntent } from './read-intent.ts';
import { SavedCardButtons } from './saved-card-buttons.tsx';
import type { usePay } from './use-pay.ts';
import { useStripeScript } from './use-stripe-script.ts';

interface PaymentFormProps extends ReturnType<typeof usePay> {
  readonly pass: CatalogueProduct;
  readonly payment: PayablePayment;
  readonly onCancelled: () => void;
}

/** Stripe's elements for one payment: loads the script, and offers a retry after a failure. */
export const PaymentForm = ({
  pass,
  payment,
  isPaying,
  pay,
  payWithSavedCard,
  finish,
  onCancelled,
}: PaymentFormProps) => {
  const { clientSecret, publishableKey } = payment;
  const { stripe, hasFailed: hasScriptFailed, retry: retryScript } = useStripeScript(publishableKey);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [appearance] = useState(readPaymentAppearance);

  // Stripe's form does not load for a payment that is already paid or cancelled, for example one opened earlier.
  const handleLoadError = async (loadedStripe: Stripe) => {
    const intent = await readIntent(loadedStripe, clientSecret);
    if (intent !== null && isPaid(intent)) await finish(intent.id);
    else if (intent?.status === 'canceled') onCancelled();
    else setFailed(true);
  };
  const retry = () => {
    if (hasScriptFailed) retryScript();
    setFailed(false);
    setAttempt(attempt + 1);
  };

  if (hasFailed || hasScriptFailed) {
    return (
      <Notice tone="error">
        <p>Failed to initialize payment. Please try again.</p>
        <Button variant="secondary" size="sm" className="mt-3" onClick={retry}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (stripe === null) return <PaymentLoading />;
  return (
    <Elements key={attempt} stripe={stripe} options={{ clientSecret, appearance }}>
      <SavedCardButtons
        payment={payment}
        isPaying={isPaying}
        pay={(cardId) => void payWithSavedCard({ stripe, clientSecret, cardId })}
      />
      <CheckoutForm
        pass={pass}
        payment={payment}
        isPaying={isPaying}
        pay={pay}
        onLoadError={() => void handleLoadError(stripe)}
      />
    </Elements>
  );
};
