import './stripe-frames.css';
import { type FormEvent, useRef } from 'react';
import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import type { CreatePaymentIntentAnswer } from '../../../../services/contract/payments.ts';
import { Button } from '../../components/ui/button.tsx';
import { cx } from '../../components/ui/cx.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { formatPounds } from '../../lib/money.ts';
import { SettingUp } from './setting-up.tsx';
import { type MountedForm, usePaymentForm } from './use-payment-form.ts';

interface PaymentFormProps {
  readonly pass: CatalogueProduct;
  readonly payment: CreatePaymentIntentAnswer;
  readonly paying: boolean;
  readonly pay: (form: MountedForm) => Promise<boolean>;
}

/** The wallet button and the card form of the payment provider, and the button that pays. */
export const PaymentForm = ({ pass, payment, paying, pay }: PaymentFormProps) => {
  const card = useRef<HTMLDivElement>(null);
  const wallet = useRef<HTMLDivElement>(null);
  const { form, failed, cardReady, walletReady, retry } = usePaymentForm(payment, { card, wallet }, pay);

  const payByCard = (event: FormEvent) => {
    event.preventDefault();
    if (form) void pay(form);
  };

  return (
    <form onSubmit={payByCard} aria-label={`Pay for the ${pass.name}`}>
      {failed ? (
        <Notice tone="error">
          <p>Failed to initialize payment. Please try again.</p>
          <Button variant="secondary" size="sm" className="mt-3" onClick={retry}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {!failed && !cardReady ? <SettingUp /> : null}
      <div className={cx(failed || !cardReady ? 'invisible h-0 overflow-hidden' : 'animate-fade-in')}>
        <div className={cx(!walletReady && 'h-0 overflow-hidden')}>
          <div ref={wallet} />
        </div>
        {walletReady ? (
          <p className="my-5 flex items-center gap-4 text-ink-muted text-sm before:h-px before:grow before:bg-sand after:h-px after:grow after:bg-sand">
            or pay with card
          </p>
        ) : null}
        <div ref={card} />
        <Button type="submit" size="lg" busy={paying} className="mt-6 w-full">
          {paying ? 'Processing...' : `Pay ${formatPounds(pass.price)}`}
        </Button>
      </div>
    </form>
  );
};
