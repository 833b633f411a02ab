import { lazy, Suspense, useSyncExternalStore } from 'react';
import { DialogLoading } from '#web/components/ui/dialog-loading.tsx';
import { onCheckoutChange, readCheckout } from './checkout-store.ts';

const CheckoutDialog = lazy(() =>
  import('./checkout-dialog.tsx').then((m) => ({ default: m.CheckoutDialog })),
);

/** The place of the checkout dialog in every page. */
export const CheckoutHost = () => {
  const scheduledClass = useSyncExternalStore(onCheckoutChange, readCheckout);
  if (scheduledClass === null) return null;
  return (
    <Suspense fallback={<DialogLoading />}>
      <CheckoutDialog key={scheduledClass.id} scheduledClass={scheduledClass} />
    </Suspense>
  );
};
