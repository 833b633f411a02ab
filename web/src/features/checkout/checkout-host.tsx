import { useSyncExternalStore } from 'react';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { closeCheckout, onCheckoutChange, readCheckout } from './checkout-store.ts';

const CheckoutDialog = lazyDialog(() => import('./checkout-dialog.tsx').then((m) => m.CheckoutDialog));

/** The place of the checkout dialog in every page. */
export const CheckoutHost = () => {
  const scheduledClass = useSyncExternalStore(onCheckoutChange, readCheckout);
  if (scheduledClass === null) return null;
  return <CheckoutDialog key={scheduledClass.id} scheduledClass={scheduledClass} onClose={closeCheckout} />;
};
