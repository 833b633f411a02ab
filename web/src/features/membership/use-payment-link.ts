import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { toast } from '../../components/ui/toast.ts';
import { messages } from '../../lib/messages.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { createPaymentLink } from './api/create-payment-link.ts';
import { refreshMembership } from './api/refresh-membership.ts';

/** From the button to a link on which the membership can be paid for. There is no automatic redirect. */
export const usePaymentLink = () => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();
  const [url, setUrl] = useState<string | null>(null);

  const create = async () => {
    try {
      setUrl(await createPaymentLink());
      toast(messages.paymentLinkReady);
    } catch (cause) {
      toast(messages.membershipPurchaseFailed(cause));
      // Refused mostly means that there is one already, or that sign-ups have just been closed.
      await refreshMembership(mutate);
    }
  };

  return { url, creating: busy, create: () => void run(create) };
};
