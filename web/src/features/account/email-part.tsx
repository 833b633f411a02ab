import { Suspense, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { lazyOnTouch } from '../../lib/lazy-on-touch.ts';

const EmailDialog = lazyOnTouch(() => import('./email-dialog.tsx').then((m) => m.EmailDialog));

/** The address that one signs in with, and the way to another. */
export const EmailPart = ({ address }: { address: string }) => {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <p className="font-medium">Email</p>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="wrap-anywhere min-w-0">{address}</p>
        <Button variant="quiet" size="sm" className="-mx-4" onClick={() => setAsking(true)}>
          Change email
        </Button>
      </div>
      <p className="text-ink-muted text-sm">You sign in with it, and we write to you there.</p>
      {isAsking ? (
        <Suspense fallback={null}>
          <EmailDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </div>
  );
};
