import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { toast } from '#web/components/ui/toast.ts';
import { messages } from '#web/lib/messages.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { createPaymentLink } from './api/create-payment-link.ts';
import { refreshMembership } from './api/refresh-membership.ts';

/** Creates the link to the membership's payment page, without a redirect. */
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
      // A refusal mostly means that the member has one already, or that memberships were just closed.
      await refreshMembership(mutate);
    }
  };

  return { url, isCreating: busy, create: () => void run(create) };
};
