import { useSWRConfig } from 'swr';
import { toast } from '../../components/ui/toast.ts';
import { broughtBack } from '../../lib/brought-back.ts';
import { messages } from '../../lib/messages.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { refreshMembership } from './api/refresh-membership.ts';
import { subscribe } from './api/subscribe.ts';

/** Sends the browser to the payment page. It stays busy until the page has gone, or the request has failed. */
export const useSubscribe = () => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  const start = async () => {
    try {
      window.location.assign(await subscribe());
      await broughtBack();
    } catch (cause) {
      toast(messages.subscriptionFailed(cause));
    }
    await refreshMembership(mutate);
  };

  return { start: () => void run(start), processing: busy };
};
