import { useSWRConfig } from 'swr';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { formatPence, formatPounds } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import { closePayment, openPayment } from './open-payments.ts';
import { PayingAgrees } from './paying-agrees.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PaymentLoading } from './payment-loading.tsx';
import { purchaseMessages } from './purchase-messages.ts';
import { toTermsKey } from './terms-key.ts';
import { useOpenPayment } from './use-open-payment.ts';
import { usePay } from './use-pay.ts';

interface PurchaseDialogProps {
  readonly pass: CatalogueProduct;
  readonly onClose: () => void;
  /** The pass on the page may have other terms, or is no longer on sale. */
  readonly onOutdated: () => void;
  readonly onPurchased: (expiresAt: string) => void;
}

/** The purchase of one pass. Stays open while a payment runs, so that no payer misses its outcome and pays twice. */
export const PurchaseDialog = ({ pass, onClose, onOutdated, onPurchased }: PurchaseDialogProps) => {
  const { mutate } = useSWRConfig();
  const close = () => {
    onClose();
    // The pass on the page is out of date, or no longer on sale to this member.
    void refreshWallet(mutate);
    onOutdated();
  };
  const { payment, renew } = useOpenPayment(toTermsKey(pass), {
    open: () => openPayment(pass),
    close: () => closePayment(pass),
    onFailed: (cause) => {
      const isAlreadyUsed = cause instanceof ApiError && cause.code === 'ALREADY_USED';
      toast(
        isAlreadyUsed
          ? purchaseMessages.passAlreadyUsed(pass.name, cause)
          : purchaseMessages.paymentSetupFailed(cause),
      );
      close();
    },
    onDeclined: close,
  });
  const paying = usePay(pass.name, {
    onSettled: () => closePayment(pass),
    onPurchased: (answer) => {
      toast(purchaseMessages.purchased(pass.name));
      onPurchased(answer.pass.expiresAt);
    },
    onUnfinished: onClose,
    onCancelled: renew,
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !paying.isPaying && onClose()}
      title={`Purchase ${pass.name}`}
    >
      <dl className="mb-6 flex items-center justify-between gap-4 rounded-card bg-sand-soft px-4 py-3.5">
        <div>
          <dt className="sr-only">What you get</dt>
          <dd className="font-medium">{formatCount((payment ?? pass).classes, 'class', 'classes')}</dd>
          <dd className="text-ink-muted text-sm">Use within {(payment ?? pass).expiry} of today</dd>
        </div>
        <div>
          <dt className="sr-only">Price</dt>
          <dd className="tabular font-display text-2xl">
            {payment === null ? formatPounds(pass.price) : formatPence(payment.amountPence)}
          </dd>
        </div>
      </dl>
      {payment === null ? (
        <PaymentLoading />
      ) : (
        <>
          <div className="mb-5">
            <PayingAgrees start="start" />
          </div>
          <PaymentForm
            key={payment.clientSecret}
            pass={pass}
            payment={payment}
            onCancelled={renew}
            {...paying}
          />
        </>
      )}
    </Dialog>
  );
};
