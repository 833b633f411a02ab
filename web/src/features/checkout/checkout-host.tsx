import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onCheckoutChange, readCheckout } from './checkout-store.ts';

const CheckoutDialog = lazy(() =>
  import('./checkout-dialog.tsx').then((m) => ({ default: m.CheckoutDialog })),
);

/** The place of the checkout dialog in every page. */
export const CheckoutHost = () => {
  const scheduledClass = useSyncExternalStore(onCheckoutChange, readCheckout);
  if (scheduledClass === null) return null;
  return (
    <Suspense fallback={null}>
      <CheckoutDialog key={scheduledClass.id} scheduledClass={scheduledClass} />
    </Suspense>
  );
};
