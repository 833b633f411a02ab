import { useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CompletePaymentAnswer } from '../../../../services/contract/payments.ts';
import { completePayment } from '../passes/api/complete-payment.ts';
import { refreshWallet } from '../passes/api/refresh-wallet.ts';

type CompletedPayment =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'completing' }
  | { readonly kind: 'completed'; readonly pass: CompletePaymentAnswer['pass'] }
  | { readonly kind: 'on-its-way' };

/**
 * Who comes back here from their bank has paid, but nobody has asked for the pass yet. Asking twice answers the same,
 * and what fails here the server's own notice from Stripe makes good. Null asks for nothing.
 */
export const useCompletedPayment = (paymentIntentId: string | null): CompletedPayment => {
  const { mutate } = useSWRConfig();
  const [completed, setCompleted] = useState<CompletedPayment>({ kind: 'unknown' });
  const asked = useRef<string>(undefined);

  useEffect(() => {
    if (paymentIntentId === null || asked.current === paymentIntentId) return;
    asked.current = paymentIntentId;
    setCompleted({ kind: 'completing' });
    completePayment(paymentIntentId).then(
      ({ pass }) => {
        setCompleted({ kind: 'completed', pass });
        void refreshWallet(mutate);
      },
      (cause: unknown) => {
        console.warn('The payment could not be completed from here', String(cause));
        setCompleted({ kind: 'on-its-way' });
      },
    );
  }, [paymentIntentId, mutate]);

  return completed;
};
