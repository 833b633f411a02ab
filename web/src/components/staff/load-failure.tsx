import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import { staffMessages } from './staff-messages.ts';

type LoadFailureProps = {
  /** As the toast of the spec names it. */
  what: Parameters<typeof staffMessages.loadFailed>[0];
  error: unknown;
  retry: () => void;
};

/** Stands where something could not be loaded: says so in a toast, and stays to have it tried again. */
export function LoadFailure({ what, error, retry }: LoadFailureProps) {
  useEffect(() => toast(staffMessages.loadFailed(what, error)), [what, error]);
  return (
    <Notice tone="warning" title={`The ${what} could not be loaded`}>
      <Button variant="quiet" size="sm" className="-ml-4" onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}
