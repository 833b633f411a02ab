import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { toast } from '../../components/ui/toast.ts';
import { messages } from '../../lib/messages.ts';
import { refreshMembership } from './api/refresh-membership.ts';
import { subscribe } from './api/subscribe.ts';

/** Sends the browser to the payment page. It stays busy until the page has gone, or the request has failed. */
export const useSubscribe = () => {
  const { mutate } = useSWRConfig();
  const running = useRef(false);
  const [processing, setProcessing] = useState(false);

  const start = async () => {
    if (running.current) return;
    running.current = true;
    setProcessing(true);
    try {
      window.location.assign(await subscribe());
    } catch (cause) {
      toast(messages.subscriptionFailed(cause));
      running.current = false;
      setProcessing(false);
      await refreshMembership(mutate);
    }
  };

  return { start: () => void start(), processing };
};
