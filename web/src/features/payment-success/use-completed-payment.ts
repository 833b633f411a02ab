import { useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CompletePaymentAnswer } from '../../../../services/contract/payments.ts';
import { ApiError, getErrorMessage } from '../../lib/api-error.ts';
import { refreshWallet } from '../passes/api/refresh-wallet.ts';
import { completePayment } from '../purchase/api/complete-payment.ts';

export type CompletedPayment =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'completing' }
  | { readonly kind: 'completed'; readonly pass: CompletePaymentAnswer['pass'] }
  | { readonly kind: 'on-its-way' }
  /** The member could not have the pass, and the money has gone back. */
  | { readonly kind: 'refunded'; readonly message: string }
  | { readonly kind: 'not-paid' };

const outcomeOf = (cause: unknown): CompletedPayment => {
  const code = cause instanceof ApiError ? cause.code : undefined;
  switch (code) {
    case 'ALREADY_USED':
      return { kind: 'refunded', message: `${getErrorMessage(cause, '')} Your payment has been refunded.` };
    case 'PAYMENT_REFUNDED':
      return { kind: 'refunded', message: getErrorMessage(cause, '') };
    case 'PAYMENT_NOT_COMPLETE':
      return { kind: 'not-paid' };
    case 'PAYMENT_NOT_FOUND':
      return { kind: 'unknown' };
    default:
      return { kind: 'on-its-way' };
  }
};

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
        setCompleted(outcomeOf(cause));
      },
    );
  }, [paymentIntentId, mutate]);

  return completed;
};
