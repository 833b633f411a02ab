import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { toast } from '../../components/ui/toast.ts';
import { messages } from '../../lib/messages.ts';
import { createPaymentLink } from './api/create-payment-link.ts';
import { refreshMembership } from './api/refresh-membership.ts';

type Purchase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'creating' }
  | { readonly kind: 'ready'; readonly url: string };

/** From the button to a link on which the membership can be paid for. There is no automatic redirect. */
export const usePaymentLink = () => {
  const { mutate } = useSWRConfig();
  const running = useRef(false);
  const [purchase, setPurchase] = useState<Purchase>({ kind: 'idle' });

  const create = async () => {
    if (running.current) return;
    running.current = true;
    setPurchase({ kind: 'creating' });
    try {
      const url = await createPaymentLink();
      setPurchase({ kind: 'ready', url });
      toast(messages.paymentLinkReady);
    } catch (cause) {
      setPurchase({ kind: 'idle' });
      toast(messages.membershipPurchaseFailed(cause));
      // Refused mostly means that there is one already, or that sign-ups have just been closed.
      await refreshMembership(mutate);
    } finally {
      running.current = false;
    }
  };

  return { purchase, create: () => void create() };
};
