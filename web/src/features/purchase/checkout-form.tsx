import { ExpressCheckoutElement, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { formatPence } from '#web/lib/money.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import type { MountedForm } from './confirm-payment.ts';
import type { PayablePayment } from './payable-payment.ts';
import { PaymentLoading } from './payment-loading.tsx';

const walletOptions: StripeExpressCheckoutElementOptions = {
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
const cardOptions: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
};

interface CheckoutFormProps {
  readonly pass: CatalogueProduct;
  readonly payment: PayablePayment;
  readonly isPaying: boolean;
  /** Resolves to whether the payment succeeded. */
  readonly pay: (form: MountedForm) => Promise<boolean>;
  readonly onLoadError: () => void;
}

/** Stripe's wallet button and card form, and the pay button; only inside `Elements`. */
export const CheckoutForm = ({ pass, payment, isPaying, pay, onLoadError }: CheckoutFormProps) => {
  const { clientSecret, amountPence } = payment;
  const stripe = useStripe();
  const elements = useElements();
  const [isCardReady, setCardReady] = useState(false);
  const [isCardTyped, setCardTyped] = useState(false);
  const [isWalletReady, setWalletReady] = useState(false);
  const [keepsCard, setKeepsCard] = useState(false);

  useUnsavedChanges(isCardTyped, isPaying);

  const payNow = async (form: 'card' | 'wallet'): Promise<boolean> =>
    stripe !== null &&
    elements !== null &&
    (await pay({ stripe, elements, clientSecret, keepsCard: keepsCard && form === 'card' }));
  const payByCard = (event: FormEvent) => {
    event.preventDefault();
    void payNow('card');
  };
  const payByWallet = async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
    if (!(await payNow('wallet'))) paymentFailed({ reason: 'fail' });
  };

  return (
    <form onSubmit={payByCard} aria-label={`Pay for the ${pass.name}`}>
      {isCardReady ? null : <PaymentLoading />}
      <div className={isCardReady ? 'animate-fade-in' : 'invisible h-0 overflow-hidden'}>
        <div className={cx(!isWalletReady && 'h-0 overflow-hidden')}>
          <ExpressCheckoutElement
            options={walletOptions}
            onReady={({ availablePaymentMethods }) =>
              setWalletReady(Object.values(availablePaymentMethods ?? {}).some(Boolean))
            }
            onLoadError={() => setWalletReady(false)}
            onConfirm={(event) => void payByWallet(event)}
          />
        </div>
        {isWalletReady ? (
          <p className="my-5 flex items-center gap-4 text-ink-muted text-sm before:h-px before:grow before:bg-sand after:h-px after:grow after:bg-sand">
            or pay with card
          </p>
        ) : null}
        <PaymentElement
          options={cardOptions}
          onReady={() => setCardReady(true)}
          onChange={({ empty }) => setCardTyped(!empty)}
          onLoadError={onLoadError}
        />
        <Checkbox
          className="mt-4"
          label="Keep this card for next time"
          hint="Stripe keeps it. Remove it whenever you like in My Account."
          checked={keepsCard}
          onCheckedChange={setKeepsCard}
        />
        <Button type="submit" size="lg" busy={isPaying} className="mt-4 w-full">
          {isPaying ? 'Processing...' : `Pay ${formatPence(amountPence)}`}
        </Button>
      </div>
    </form>
  );
};
