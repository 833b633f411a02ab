import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CompletePaymentAnswer } from '#services/contract/payments.ts';
import { ApiError, getErrorMessage } from '#web/lib/api-error.ts';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import { completePayment } from '../purchase/api/complete-payment.ts';

export type CompletedPayment =
  | { readonly kind: 'completing' }
  | ({ readonly kind: 'completed' } & Pick<CompletePaymentAnswer, 'pass' | 'booking' | 'notBooked'>)
  /** The bank has not decided; the payment is looked up again. */
  | { readonly kind: 'processing' }
  /** The studio did not answer; Stripe's webhook completes the payment meanwhile. */
  | { readonly kind: 'unknown' }
  /** The pass was refused, and the payment was refunded. */
  | { readonly kind: 'refunded'; readonly message: string }
  | { readonly kind: 'not-paid' }
  /** The member has no such payment. */
  | { readonly kind: 'not-found' };

const toCompletedPayment = (cause: unknown): CompletedPayment => {
  const error = cause instanceof ApiError ? cause : undefined;
  switch (error?.code) {
    case 'ALREADY_USED':
      return { kind: 'refunded', message: `${getErrorMessage(cause, '')} Your payment has been refunded.` };
    case 'PAYMENT_REFUNDED':
      return { kind: 'refunded', message: getErrorMessage(cause, '') };
    case 'PAYMENT_NOT_COMPLETE':
      return { kind: 'not-paid' };
    case 'PAYMENT_PROCESSING':
      return { kind: 'processing' };
    case 'PAYMENT_NOT_FOUND':
    case 'INVALID_INPUT':
      return { kind: 'not-found' };
    default:
      return { kind: 'unknown' };
  }
};

/** How long to wait before an undecided payment is looked up again. */
const nextLookUpMs = 5_000;

/**
 * Completes a payment after the redirect from the member's bank. The request is idempotent, and Stripe's webhook
 * completes the payment when it fails. While the outcome is open, it is asked for again. Null sends no request.
 */
export const useCompletedPayment = (paymentIntentId: string | null): CompletedPayment => {
  const { mutate } = useSWRConfig();
  const [completed, setCompleted] = useState<CompletedPayment>({ kind: 'completing' });

  useEffect(() => {
    if (paymentIntentId === null) return;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookUp = async () => {
      const outcome = await completePayment(paymentIntentId).then(
        ({ pass, booking, notBooked }): CompletedPayment => ({ kind: 'completed', pass, booking, notBooked }),
        (cause: unknown) => {
          console.warn('Could not complete the payment', String(cause));
          return toCompletedPayment(cause);
        },
      );
      if (isStopped) return;
      setCompleted(outcome);
      if (outcome.kind === 'completed') void refreshWallet(mutate);
      if (outcome.kind === 'processing' || outcome.kind === 'unknown')
        timer = setTimeout(() => void lookUp(), nextLookUpMs);
    };
    void lookUp();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [paymentIntentId, mutate]);

  return completed;
};
