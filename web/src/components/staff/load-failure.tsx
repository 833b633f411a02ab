import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import { type LoadedThing, staffMessages } from './staff-messages.ts';

type LoadFailureProps = { what: LoadedThing; error: unknown; retry: () => void };

/** Reports a failed read in a toast, and offers a retry in place of its content. */
export function LoadFailure({ what, error, retry }: LoadFailureProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed read is reported, also the second of the same thing.
  useEffect(() => toast(staffMessages.loadFailed(what)), [what, error]);
  return (
    <Notice tone="warning" title={`The ${what} could not be loaded`}>
      <Button variant="quiet" size="sm" className="-ml-4" onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}
