import { useSWRConfig } from 'swr';
import type { CompletePaymentAnswer } from '#services/contract/payments.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { completePayment } from './api/complete-payment.ts';
import {
  type Confirmation,
  confirmPayment,
  confirmSavedCard,
  type MountedForm,
  type SavedCardPayment,
} from './confirm-payment.ts';
import { purchaseMessages } from './purchase-messages.ts';

interface PayCallbacks {
  /** The payment is over: the next one for the same pass is another. */
  readonly onSettled: () => void;
  /** The member has the pass. The payment counts as running until this is done. */
  readonly onPurchased: (answer: CompletePaymentAnswer) => void | Promise<void>;
  /** The payment succeeded without the pass: it follows later, or the payment is refunded. */
  readonly onUnfinished: () => void;
  /** The payment was cancelled; the next attempt needs a new one. */
  readonly onCancelled: () => void;
}

const isRefunded = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.code === 'ALREADY_USED' || cause.code === 'PAYMENT_REFUNDED');

/** Confirms a payment with Stripe, then has the pass granted. Ignores further calls while one runs. */
export const usePay = (
  passName: string,
  { onSettled, onPurchased, onUnfinished, onCancelled }: PayCallbacks,
) => {
  const { mutate } = useSWRConfig();
  const { busy, run: runExclusive } = useOneAtATime();

  const grantPass = async (paymentIntentId: string) => {
    try {
      const answer = await completePayment(paymentIntentId);
      onSettled();
      await refreshWallet(mutate);
      await onPurchased(answer);
    } catch (cause) {
      console.warn('The payment succeeded but could not be completed', String(cause));
      if (isRefunded(cause)) {
        onSettled();
        toast(purchaseMessages.purchaseRefunded(passName, cause));
      } else {
        // The payment stays open, so that another purchase of the pass completes this one first.
        toast(purchaseMessages.paymentProcessed);
      }
      await refreshWallet(mutate);
      onUnfinished();
    }
  };

  /** Resolves to whether the payment succeeded. */
  const handleConfirmation = async (confirmation: Confirmation): Promise<boolean> => {
    switch (confirmation.kind) {
      case 'paid':
        await grantPass(confirmation.paymentIntentId);
        return true;
      case 'invalid':
        return false;
      case 'refused':
        toast(purchaseMessages.paymentFailed(confirmation.message));
        return false;
      case 'incomplete':
        toast(purchaseMessages.paymentIncomplete(confirmation.status));
        return false;
      case 'script-failed':
        toast(purchaseMessages.paymentError(undefined));
        return false;
      case 'unknown':
        toast(purchaseMessages.paymentResultUnknown);
        return false;
      case 'cancelled':
        toast(purchaseMessages.paymentExpired);
        onCancelled();
        return false;
    }
  };

  const attempt = async (confirm: () => Promise<Confirmation>): Promise<boolean> => {
    try {
      return await handleConfirmation(await confirm());
    } catch (cause) {
      toast(purchaseMessages.paymentError(cause));
      return false;
    }
  };
  const run = async (confirm: () => Promise<Confirmation>): Promise<boolean> =>
    (await runExclusive(() => attempt(confirm))) ?? false;

  return {
    isPaying: busy,
    /** Pays, and resolves to whether the payment succeeded. */
    pay: (form: MountedForm) => run(() => confirmPayment(form)),
    /** The same with a saved card. */
    payWithSavedCard: (payment: SavedCardPayment) => run(() => confirmSavedCard(payment)),
    /** Has the pass granted for a payment that is already paid. */
    finish: (paymentIntentId: string) => run(async () => ({ kind: 'paid', paymentIntentId })),
  };
};
