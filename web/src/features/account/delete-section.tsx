import { Suspense, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { lazyOnTouch } from '../../lib/lazy-on-touch.ts';
import { AccountSection } from './account-section.tsx';

const DeleteDialog = lazyOnTouch(() => import('./delete-dialog.tsx').then((m) => m.DeleteDialog));

/** The way out for good. */
export const DeleteSection = () => {
  const [isAsking, setAsking] = useState(false);
  return (
    <AccountSection
      id="delete"
      title="Delete my account"
      text="Cancels your classes to come and erases who you are from our records. You see what that means before you decide."
    >
      <Button variant="danger" className="max-sm:w-full" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <DeleteDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </AccountSection>
  );
};
