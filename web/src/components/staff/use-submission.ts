import { useState } from 'react';
import type { ToastMessage } from '#web/lib/toast-message.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { toast } from '../ui/toast.ts';

/** Runs one submission at a time. The reason of a failed one is returned until the next, and shown as a toast. */
export function useSubmission(describeFailure: (cause: unknown) => ToastMessage) {
  const { busy, run: runAlone } = useOneAtATime();
  const [failure, setFailure] = useState<unknown>(null);

  const run = (send: () => Promise<void>): Promise<void> =>
    runAlone(async () => {
      setFailure(null);
      try {
        await send();
      } catch (cause) {
        setFailure(cause);
        toast(describeFailure(cause));
      }
    });

  return { busy, failure, run };
}
