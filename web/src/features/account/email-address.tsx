import { useState } from 'react';
import type { AddressFault } from '#services/contract/address-fault.ts';
import { Button } from '#web/components/ui/button.tsx';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { prefetched } from '#web/lib/prefetched.ts';
import { ReturnedMail } from './returned-mail.tsx';

const ChangeEmailDialog = lazyDialog(
  prefetched(() => import('./change-email-dialog.tsx').then((m) => m.ChangeEmailDialog)),
);

type EmailAddressProps = {
  address: string;
  /** Why mail to it does not arrive; null when nothing is known against it. */
  fault: AddressFault | null;
};

/** The address the member signs in with, and the button that changes it. */
export const EmailAddress = ({ address, fault }: EmailAddressProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <p className="font-medium">Email</p>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="wrap-anywhere min-w-0">{address}</p>
        <Button variant="quiet" size="sm" className="-mx-4" onClick={() => setOpen(true)}>
          Change email
        </Button>
      </div>
      <p className="text-ink-muted text-sm">You sign in with it, and we write to you there.</p>
      {fault !== null && <ReturnedMail fault={fault} onChangeAddress={() => setOpen(true)} />}
      {isOpen ? <ChangeEmailDialog onClose={() => setOpen(false)} /> : null}
    </div>
  );
};
