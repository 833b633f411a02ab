import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { prefetched } from '#web/lib/prefetched.ts';
import { AccountSection } from './account-section.tsx';

const DeleteDialog = lazyDialog(prefetched(() => import('./delete-dialog.tsx').then((m) => m.DeleteDialog)));

export const DeleteSection = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountSection
      id="delete"
      title="Delete my account"
      text="Cancels your classes to come and erases who you are from our records. You see what that means before you decide."
    >
      <Button variant="danger" className="max-sm:w-full" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {isOpen ? <DeleteDialog onClose={() => setOpen(false)} /> : null}
    </AccountSection>
  );
};
