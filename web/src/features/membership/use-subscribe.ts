import { useSWRConfig } from 'swr';
import { toast } from '#web/components/ui/toast.ts';
import { messages } from '#web/lib/messages.ts';
import { waitForPageRestore } from '#web/lib/page-restore.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { decidePrice } from '../purchase/decide-price.ts';
import { refreshMembership } from './api/refresh-membership.ts';
import { subscribe } from './api/subscribe.ts';
import type { OfferedPlan } from './membership-offer.ts';

/** Redirects to the payment page; busy until the browser leaves this page or the request fails. */
export const useSubscribe = (plan: OfferedPlan) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  const start = async () => {
    try {
      const decided = await decidePrice(plan.pricePence, (expectedPricePence) =>
        subscribe({ planId: plan.id ?? undefined, expectedPricePence, acceptTerms: true, startNow: true }),
      );
      if (decided !== undefined) {
        window.location.assign(decided.answer);
        await waitForPageRestore();
      }
    } catch (cause) {
      toast(messages.subscriptionFailed(cause));
    }
    await refreshMembership(mutate);
  };

  return { start: () => void run(start), isProcessing: busy };
};
