import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';

const RegisterInterestDialog = lazy(() =>
  import('./register-interest-dialog.tsx').then((m) => ({ default: m.RegisterInterestDialog })),
);

/** Replaces the purchase while memberships are closed, and offers to register interest. */
export const ClosedNotice = () => {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <Notice className="text-ink">
      <p>
        Memberships are currently closed. We're managing capacity to ensure the best experience for all
        members. Please check back soon or contact us for updates.
      </p>
      <Button
        variant="secondary"
        className="mt-3 [&:focus-visible]:outline-sea"
        onClick={() => {
          setWasOpened(true);
          setOpen(true);
        }}
      >
        Register interest
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <RegisterInterestDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </Notice>
  );
};
