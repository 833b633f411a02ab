import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { toast } from '#web/components/ui/toast.ts';
import { loadScript } from '#web/lib/load-script.ts';
import { messages } from '#web/lib/messages.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { createPaymentLink } from './api/create-payment-link.ts';
import { refreshMembership } from './api/refresh-membership.ts';
import type { OfferedPlan } from './membership-offer.ts';

export interface PaymentLink {
  readonly url: string;
  readonly pricePence: number;
  readonly interval: OfferedPlan['interval'];
}

/** Creates the link to a plan's payment page, without a redirect. */
export const usePaymentLink = (plan: OfferedPlan) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();
  const [link, setLink] = useState<PaymentLink | null>(null);

  const create = async () => {
    try {
      const { decidePrice } = await loadScript(() => import('../purchase/decide-price.ts'));
      const decided = await decidePrice(plan.pricePence, (expectedPricePence) =>
        createPaymentLink({
          planId: plan.id ?? undefined,
          expectedPricePence,
          acceptTerms: true,
          startNow: true,
        }),
      );
      if (decided === undefined) return;
      setLink({ url: decided.answer, pricePence: decided.agreedPence, interval: plan.interval });
      toast(messages.paymentLinkReady);
    } catch (cause) {
      toast(messages.membershipPurchaseFailed(cause));
      // A refusal mostly means that the member has one already, or that memberships were just closed.
      await refreshMembership(mutate);
    }
  };

  return { link, isCreating: busy, create: () => void run(create) };
};
