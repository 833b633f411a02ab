import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { Notice } from '#web/components/ui/notice.tsx';

const RegisterInterestDialog = lazyDialog(() =>
  import('./register-interest-dialog.tsx').then((m) => m.RegisterInterestDialog),
);

/** Replaces the purchase while memberships are closed, and offers to register interest. */
export const ClosedNotice = () => {
  const [open, setOpen] = useState(false);
  return (
    <Notice className="text-ink">
      <p>
        Memberships are currently closed. We're managing capacity to ensure the best experience for all
        members. Please check back soon or contact us for updates.
      </p>
      <Button
        variant="secondary"
        className="mt-3 [&:focus-visible]:outline-sea"
        onClick={() => setOpen(true)}
      >
        Register interest
      </Button>
      <RegisterInterestDialog open={open} onOpenChange={setOpen} />
    </Notice>
  );
};
