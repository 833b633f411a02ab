import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CatalogueProduct } from '../../../../services/contract/catalogue.ts';
import { toast } from '../../components/ui/toast.ts';
import { messages } from '../../lib/messages.ts';
import { completePayment } from './api/complete-payment.ts';
import { refreshWallet } from './api/refresh-wallet.ts';
import type { MountedForm } from './use-payment-form.ts';

interface PayOutcome {
  /** The pass is in the wallet. */
  onPurchased: (expiresAt: string) => void;
  /** The money went through, the pass did not arrive yet. */
  onUnfinished: () => void;
}

const isPaid = (status: string): boolean => status === 'succeeded' || status === 'requires_capture';

/** Confirms a payment with the provider, then asks for the pass. While one runs, further calls do nothing. */
export const usePay = (pass: CatalogueProduct, { onPurchased, onUnfinished }: PayOutcome) => {
  const { mutate } = useSWRConfig();
  const running = useRef(false);
  const [paying, setPaying] = useState(false);

  const finish = async (paymentIntentId: string) => {
    try {
      const answer = await completePayment(paymentIntentId);
      await refreshWallet(mutate);
      toast(messages.purchased(pass.name));
      onPurchased(answer.pass.expiresAt);
    } catch (cause) {
      console.warn('The payment went through but could not be completed', String(cause));
      toast(messages.paymentProcessed);
      onUnfinished();
    }
  };

  const confirm = async ({ stripe, elements }: MountedForm): Promise<boolean> => {
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}/payment-success` },
      redirect: 'if_required',
    });
    if (error) {
      // The form itself marks an incomplete card number beside its field.
      if (error.type !== 'validation_error') toast(messages.paymentFailed(error.message));
      return false;
    }
    if (paymentIntent === undefined || !isPaid(paymentIntent.status)) {
      toast(messages.paymentIncomplete(paymentIntent?.status ?? 'unknown'));
      return false;
    }
    await finish(paymentIntent.id);
    return true;
  };

  /** Answers whether the money went through. */
  const pay = async (form: MountedForm): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setPaying(true);
    try {
      return await confirm(form);
    } catch (cause) {
      toast(messages.paymentError(cause));
      return false;
    } finally {
      running.current = false;
      setPaying(false);
    }
  };

  return { pay, paying };
};
