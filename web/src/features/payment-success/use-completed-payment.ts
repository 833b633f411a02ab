import { useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CompletePaymentAnswer } from '#services/contract/payments.ts';
import { ApiError, getErrorMessage } from '#web/lib/api-error.ts';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import { completePayment } from '../purchase/api/complete-payment.ts';

export type CompletedPayment =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'completing' }
  | { readonly kind: 'completed'; readonly pass: CompletePaymentAnswer['pass'] }
  | { readonly kind: 'pending' }
  /** The pass was refused, and the payment was refunded. */
  | { readonly kind: 'refunded'; readonly message: string }
  | { readonly kind: 'not-paid' };

const toCompletedPayment = (cause: unknown): CompletedPayment => {
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
      return { kind: 'pending' };
  }
};

/**
 * Completes a payment after the redirect from the member's bank. The request is idempotent, and Stripe's webhook
 * completes the payment when it fails. Null sends no request.
 */
export const useCompletedPayment = (paymentIntentId: string | null): CompletedPayment => {
  const { mutate } = useSWRConfig();
  const [completed, setCompleted] = useState<CompletedPayment>({ kind: 'unknown' });
  const requestedId = useRef<string>(undefined);

  useEffect(() => {
    if (paymentIntentId === null || requestedId.current === paymentIntentId) return;
    requestedId.current = paymentIntentId;
    setCompleted({ kind: 'completing' });
    completePayment(paymentIntentId).then(
      ({ pass }) => {
        setCompleted({ kind: 'completed', pass });
        void refreshWallet(mutate);
      },
      (cause: unknown) => {
        console.warn('Could not complete the payment', String(cause));
        setCompleted(toCompletedPayment(cause));
      },
    );
  }, [paymentIntentId, mutate]);

  return completed;
};
