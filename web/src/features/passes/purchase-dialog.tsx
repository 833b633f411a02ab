import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import type { CreatePaymentIntentAnswer } from '../../../../services/contract/payments.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { countOf, formatPounds } from '../../lib/money.ts';
import { PaymentForm } from './payment-form.tsx';
import { SettingUp } from './setting-up.tsx';
import { usePay } from './use-pay.ts';

interface PurchaseDialogProps {
  readonly pass: CatalogueProduct;
  /** Null while the payment session is being created. */
  readonly payment: CreatePaymentIntentAnswer | null;
  readonly onClose: () => void;
  readonly onPurchased: (expiresAt: string) => void;
}

/** Stays open while a payment runs, so that its outcome is seen and nobody pays twice. */
export const PurchaseDialog = ({ pass, payment, onClose, onPurchased }: PurchaseDialogProps) => {
  const { pay, paying } = usePay(pass, { onPurchased, onUnfinished: onClose });
  return (
    <Dialog open onOpenChange={(open) => !open && !paying && onClose()} title={`Purchase ${pass.name}`}>
      <dl className="mb-6 flex items-center justify-between gap-4 rounded-card bg-sand-soft px-4 py-3.5">
        <div>
          <dt className="sr-only">What you get</dt>
          <dd className="font-medium">{countOf(pass.classes, 'class', 'classes')}</dd>
          <dd className="text-ink-muted text-sm">Use within {pass.expiry} of today</dd>
        </div>
        <div>
          <dt className="sr-only">Price</dt>
          <dd className="tabular font-display text-2xl">{formatPounds(pass.price)}</dd>
        </div>
      </dl>
      {payment === null ? (
        <SettingUp />
      ) : (
        <PaymentForm pass={pass} payment={payment} paying={paying} pay={pay} />
      )}
    </Dialog>
  );
};
