import { useSWRConfig } from 'swr';
import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import { toast } from '../../components/ui/toast.ts';
import { ApiError } from '../../lib/api-error.ts';
import { messages } from '../../lib/messages.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { refreshWallet } from '../passes/api/refresh-wallet.ts';
import { completePayment } from './api/complete-payment.ts';
import { type Confirmation, confirmPayment, type MountedForm } from './confirm-payment.ts';
import { closePayment } from './open-payments.ts';

interface PayOutcome {
  /** The pass is in the wallet. */
  readonly onPurchased: (expiresAt: string) => void;
  /** The money went through but the pass is not there: it is on its way, or the money is on its way back. */
  readonly onUnfinished: () => void;
  /** This payment takes no more money; the next attempt needs another. */
  readonly onCalledOff: () => void;
}

const wasGivenBack = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.code === 'ALREADY_USED' || cause.code === 'PAYMENT_REFUNDED');

/** Confirms a payment with the provider, then asks for the pass. While one runs, further calls do nothing. */
export const usePay = (pass: CatalogueProduct, { onPurchased, onUnfinished, onCalledOff }: PayOutcome) => {
  const { mutate } = useSWRConfig();
  const { busy, run: alone } = useOneAtATime();

  const finish = async (paymentIntentId: string) => {
    try {
      const answer = await completePayment(paymentIntentId);
      closePayment(pass);
      await refreshWallet(mutate);
      toast(messages.purchased(pass.name));
      onPurchased(answer.pass.expiresAt);
    } catch (cause) {
      console.warn('The payment went through but could not be completed', String(cause));
      if (wasGivenBack(cause)) {
        closePayment(pass);
        toast(messages.purchaseRefunded(pass.name, cause));
      } else {
        // Stays open: who buys the pass again is first given the one that is paid.
        toast(messages.paymentProcessed);
      }
      await refreshWallet(mutate);
      onUnfinished();
    }
  };

  /** Answers whether the money went through. */
  const settle = async (confirmation: Confirmation): Promise<boolean> => {
    switch (confirmation.kind) {
      case 'paid':
        await finish(confirmation.paymentIntentId);
        return true;
      case 'invalid':
        return false;
      case 'refused':
        toast(messages.paymentFailed(confirmation.message));
        return false;
      case 'incomplete':
        toast(messages.paymentIncomplete(confirmation.status));
        return false;
      case 'broken':
        toast(messages.paymentError(undefined));
        return false;
      case 'unknown':
        toast(messages.paymentResultUnknown);
        return false;
      case 'called-off':
        toast(messages.paymentExpired);
        onCalledOff();
        return false;
    }
  };

  const attempt = async (confirm: () => Promise<Confirmation>): Promise<boolean> => {
    try {
      return await settle(await confirm());
    } catch (cause) {
      toast(messages.paymentError(cause));
      return false;
    }
  };
  const run = async (confirm: () => Promise<Confirmation>): Promise<boolean> =>
    (await alone(() => attempt(confirm))) ?? false;

  return {
    paying: busy,
    /** Pays, and answers whether the money went through. */
    pay: (form: MountedForm) => run(() => confirmPayment(form)),
    /** Goes on with a payment that turned out to be paid already. */
    goOn: (paymentIntentId: string) => run(async () => ({ kind: 'paid', paymentIntentId })),
  };
};
